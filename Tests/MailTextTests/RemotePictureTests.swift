import Testing

@testable import MailText

/// The pictures of the internet that a page has a place for.
@Suite struct RemotePictureTests {
  private func page(_ html: String) -> MarkedText {
    MarkedText.read(html: html, placesPictures: true, within: .portion).text
  }

  private func pictures(_ html: String) -> [MarkedText.RemotePicture] {
    page(html).pictures
  }

  @Test func aPictureStandsWhereThePageHasIt() {
    let text = page(
      "<p>Hello <img src=https://x.org/a.png alt='A cat' width=300 height='200'>there<p><img src='//x.org/b'>"
    )
    #expect(text.text == "Hello \u{FFFC} there\n\n\u{FFFC}")
    #expect(
      text.pictures == [
        .init(address: "https://x.org/a.png", description: "A cat", width: 300, height: 200),
        .init(address: "https://x.org/b"),
      ])
    #expect(text.picturesLeftOut == 0)
    #expect(text.described == "Hello A cat there\n\n")
  }

  /// What is searched, and what a row shows, has the words alone.
  @Test func elsewhereTheWordsStand() {
    let html = "<p>Hello <img src=https://x.org/a.png alt='A cat'>there"
    let text = MarkedText.read(html: html, within: .portion).text
    #expect(text.text == "Hello A cat there")
    #expect(text.picturesLeftOut == 1)
    #expect(page(html).described == text.text)
  }

  @Test(arguments: [
    ("http://x.org/a", "https://x.org/a"), ("HTTP://x.org:80/a?b", "https://x.org/a?b"),
    (" https://X.org:8443/a b", "https://x.org:8443/a%20b"), ("//x.org", "https://x.org"),
    ("https://bücher.example/a", "https://xn--bcher-kva.example/a"),
  ])
  func itIsFetchedByHttpsAlone(source: String, address: String) {
    #expect(pictures("<img src='\(source)'>").map(\.address) == [address])
  }

  @Test func aRelativeOneIsOfTheBase() {
    #expect(
      pictures("<base href='http://x.org/news/'><img src='a.png'>").map(\.address) == [
        "https://x.org/news/a.png"
      ])
  }

  @Test(arguments: [
    "<img src=https://x.org/t.gif width=1 height=1>",
    "<img src=https://x.org/t width=600 height=4>",
    "<img src=https://x.org/t style='width:1px;height:1px'>",
    "<img src=https://x.org/t style='width:8px'>", "<img src=https://x.org/t height=0>",
    "<img src=data:image/png,x>", "<img src='file:///etc/passwd'>", "<img src=a.png>", "<img>",
    "<img src=https://ada:secret@x.org/a>", "<img src=https://ada@x.org/a>",
    "<img src=ftp://x.org/a.png>", "<img src=javascript:x>", "<img src='mailto:a@x.org'>",
    "<div style='display:none'><img src=https://x.org/a.png></div>",
    "<div style='opacity:0'><img src=https://x.org/a.png></div>",
    "<img hidden src=https://x.org/a>", "<img src=https://x.org/t style='display:none'>",
    // What is hidden as a whole is shown for its words.
    "<div style='display:none'>Hello <img src=https://x.org/a.png></div>",
    "<table background=https://x.org/a.png><tr><td>a</table>",
    "<p style='background:url(https://x.org/a.png)'>a", "<img srcset='https://x.org/a.png 2x'>",
    "<video poster=https://x.org/a.png></video>", "<input type=image src=https://x.org/a.png>",
    "<svg><image href=https://x.org/a.png /></svg>",
  ])
  func whatIsNotToBeSeenHasNoPlace(html: String) {
    #expect(pictures(html).isEmpty)
  }

  @Test func aPageHasPlacesForAHundred() {
    let text = page(String(repeating: "<p><img src=https://x.org/a alt='A cat'>", count: 130))
    #expect(text.pictures.count == 100)
    #expect(text.picturesLeftOut == 30)
    #expect(text.described.components(of: "A cat") == 130)
  }

  /// The size in a declaration counts where it is one of pixels.
  @Test func thePageSaysHowLargeItIs() {
    func size(_ attributes: String) -> [Int?] {
      pictures("<img src=https://x.org/a \(attributes)>").flatMap { [$0.width, $0.height] }
    }
    #expect(size("style='width:120px;height:40.5px'") == [120, 40])
    #expect(size("style='width:20em;height:50%'") == [nil, nil])
    #expect(size("width=100% height=99999999") == [nil, nil])
    #expect(size("width=600 style='width:100%'") == [600, nil])
  }

  @Test func aTableOfDataKeepsItsColumns() {
    let html = """
      <table><tr><td><img src=https://x.org/a width=64></td><td>Tea, loose</td><td>$14.00</td></tr>
      <tr><td><img src=https://x.org/b width=64></td><td>Honey</td><td>$8.00</td></tr></table>
      """
    let text = page(html)
    #expect(text.text == "\u{FFFC}\tTea, loose\t$14.00\n\u{FFFC}\tHoney\t$8.00")
    #expect(text.pictures.count == 2)
    #expect(
      text.marks.contains {
        if case .table(let columns) = $0.kind { columns.count == 2 } else { false }
      })
    // What is none of data is read as if its pictures were words.
    #expect(
      page("<table><tr><td><img src=https://x.org/a><br>Honey</td></tr></table>").text
        == "\u{FFFC}\nHoney")
  }

  /// Whatever a picture stands beside, the words are those that stand there without it.
  @Test func tablesOfDataAreTheSame() {
    let cells = [
      "Tea", "<img src=https://x.org/a>", "<img src=https://x.org/a alt='A cat'>", "$8.00", "",
    ]
    for number in 0..<625 {
      let chosen = [number % 5, number / 5 % 5, number / 25 % 5, number / 125].map { cells[$0] }
      let html =
        "<table><tr><td>\(chosen[0])<td>\(chosen[1])<tr><td>\(chosen[2])<td>\(chosen[3])</table>"
      func words(_ text: String) -> [Substring] {
        text.split { $0.isWhitespace || $0 == "\u{FFFC}" }
      }
      #expect(
        words(page(html).described)
          == words(MarkedText.read(html: html, within: .portion).text.text), "\(html)")
    }
  }

  @Test func whatIsSaidOfItIsJudgedAsTheTextOfItsLink() {
    let text = page(
      "<a href=https://evil.example/><img src=https://x.org/a alt='www.bank.com'></a>")
    #expect(
      text.links.first?.pretended == "bank.com" || text.links.first?.pretended == "www.bank.com")
  }

  /// A page in which all is hidden but a picture is one whose hidden part was never closed.
  @Test func aPictureAloneHidesNoText() {
    let html = "<img src=https://x.org/a><div style='display:none'>Hello"
    #expect(page(html).text.contains("Hello"))
  }
}

extension MarkedText {
  fileprivate var pictures: [RemotePicture] {
    marks.compactMap { mark in
      if case .remotePicture(let picture) = mark.kind { picture } else { nil }
    }
  }
}

extension String {
  fileprivate func components(of part: String) -> Int {
    ranges(of: part).count
  }
}
