import MailText
import Testing

@testable import Triage

@Suite struct QuotedTextTests {
  /// A text whose marks are of the first place where their words stand.
  private func marked(
    _ text: String, _ marks: [(words: String, kind: MarkedText.Kind)],
    links: [MarkedText.Link] = []
  ) throws -> MarkedText {
    let found = try marks.map { words, kind in
      let range = try #require(text.firstRange(of: words))
      let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      return MarkedText.Mark(start..<start + words.utf8.count, kind)
    }
    let sorted = found.sorted {
      ($0.range.lowerBound, -$0.range.count) < ($1.range.lowerBound, -$1.range.count)
    }
    return MarkedText(text, marks: sorted, links: links)
  }

  private func quoted(_ text: MarkedText) -> String { PlainText(text).text(asQuotation: true) }

  @Test func linesAreQuoted() {
    #expect(quoted(MarkedText("One\n\nTwo\n")) == "> One\n>\n> Two\n")
    #expect(quoted(MarkedText("")) == "")
    #expect(quoted(MarkedText("\n \n")) == "")
    #expect(quoted(MarkedText("\n\nOne  \n\n\n")) == "> One\n")
    #expect(
      quoted(MarkedText("> Said before\n>> and before\nNow\n"))
        == ">> Said before\n>>> and before\n> Now\n")
    #expect(PlainText(MarkedText("One\n> Two\n")).text(asQuotation: false) == "One\n> Two\n")
    #expect(
      PlainText(MarkedText("One\n"), isWhole: false).text(asQuotation: true) == "> One\n> […]\n")
  }

  @Test func quotationsLieDeeper() throws {
    let text = try marked(
      "Yes.\nWill you?\nI asked first.\n\nBest\n",
      [("Will you?\nI asked first.\n", .quotation), ("I asked first.\n", .quotation)])
    #expect(quoted(text) == "> Yes.\n>> Will you?\n>>> I asked first.\n>\n> Best\n")
    #expect(
      PlainText(text).text(asQuotation: false) == "Yes.\n> Will you?\n>> I asked first.\n\nBest\n")
  }

  @Test func signaturesAreLeftOut() throws {
    let text = try marked("Yes.\n\n-- \nAda\n", [("-- \nAda\n", .signature)])
    #expect(quoted(text) == "> Yes.\n")
  }

  @Test func aTextToWriteOnKeepsItsLinesItsQuotationsAndItsSignature() throws {
    let long = Array(repeating: "word", count: 40).joined(separator: " ")
    let text = try marked(
      "\(long)\nHere\nAda owes me\n\nInes\n",
      [("Here", .link(0)), ("Ada owes me\n", .quotation), ("Ines\n", .signature)],
      links: [.init(target: "https://x.org/a", shown: "https://x.org/a")])
    #expect(
      text.editableText == "\(long)\nHere <https://x.org/a>\n> Ada owes me\n\nInes")
    #expect(MarkedText("").editableText == "")
  }

  @Test func longLinesAreBroken() {
    let words = Array(repeating: "word", count: 40).joined(separator: " ")
    let lines = quoted(MarkedText(words + "\n")).split(separator: "\n")
    #expect(lines.count == 3 && lines.allSatisfy { $0.hasPrefix("> word") && $0.count <= 72 })
    #expect(lines.map { $0.dropFirst(2) }.joined(separator: " ") == words)
    let address = "https://x.org/" + String(repeating: "a", count: 100)
    #expect(quoted(MarkedText("See \(address) there\n")) == "> See\n> \(address)\n> there\n")
    let han = String(repeating: "午", count: 80)
    let broken = quoted(MarkedText(han + "\n")).split(separator: "\n")
    #expect(broken.map { $0.dropFirst(2) }.joined() == han)
    #expect(broken.allSatisfy { $0.count <= 37 })
  }

  @Test func listsKeepTheirMarks() throws {
    let long = Array(repeating: "word", count: 20).joined(separator: " ")
    let text = try marked(
      "•\tOne\n1.\tTwo\n•\t\(long)\nlast\n",
      [
        ("•\tOne\n", .item(depth: 1)), ("1.\tTwo\n", .item(depth: 2)),
        ("•\t\(long)\nlast\n", .item(depth: 1)),
      ])
    let lines = quoted(text).split(separator: "\n")
    #expect(lines.first == "> • One" && lines.dropFirst().first == ">   1. Two")
    #expect(lines[2].hasPrefix("> • word") && lines[3].hasPrefix(">   word"))
    #expect(lines.last == ">   last")
  }

  @Test func tablesAndCodeStayAsTheyAre() throws {
    let code = "let x = 1;    " + String(repeating: "y ", count: 60)
    let text = try marked(
      "Tea\t2.50\nBiscuits\t12.00\n\(code)\n",
      [
        ("Tea\t2.50\nBiscuits\t12.00\n", .table(columns: [12])), (code + "\n", .preformatted),
      ])
    #expect(
      quoted(text)
        == "> Tea         2.50\n> Biscuits    12.00\n> \(code.dropLast())\n")
    let wide = try marked("a\tb\n", [("a\tb\n", .table(columns: [.max]))])
    #expect(quoted(wide).count < 300)
  }

  @Test func linksSayWhereTheyLead() throws {
    let page = MarkedText.Link(target: "https://x.org/offer", shown: "https://x.org/offer")
    let same = MarkedText.Link(target: "https://www.y.org/", shown: "https://www.y.org/")
    let mail = MarkedText.Link(target: "mailto:a@x.org", shown: "a@x.org")
    let text = try marked(
      "Our offer, y.org, a@x.org and more.\n",
      [("offer", .link(0)), ("y.org", .link(1)), ("a@x.org", .link(2)), ("more", .link(9))],
      links: [page, same, mail])
    #expect(
      PlainText(text).text(asQuotation: false)
        == "Our offer <https://x.org/offer>, y.org, a@x.org and more.\n")
    let whole = try marked("Big offer\nNext\n", [("Big offer\n", .link(0))], links: [page])
    #expect(quoted(whole) == "> Big offer <https://x.org/offer>\n> Next\n")
  }

  @Test func picturesAreTheirDescriptions() throws {
    let text = try marked(
      "Look: \u{FFFC}\n",
      [("\u{FFFC}", .picture(contentID: "a", description: "A cat"))])
    #expect(quoted(text) == "> Look: [A cat]\n")
  }

  /// What is fetched of a mail is no part of an answer to it; the words of its pictures stand where they stood.
  @Test func picturesOfTheInternetAreTheirWords() {
    var content = MarkedText("Hello \u{FFFC} there\n\n\u{FFFC}\n\n\u{FFFC}\n\nBye.\n")
    for (place, said) in [(6, "A cat"), (17, ""), (22, "")] {
      content.marks.append(
        .init(
          place..<place + 3,
          .remotePicture(.init(address: "https://x.org/\(place)", description: said))))
    }
    #expect(quoted(content) == "> Hello A cat there\n>\n> Bye.\n")
    // Nor are the targets of those of which nothing is said.
    content.links = [.init(target: "https://x.org/", shown: "https://x.org/")]
    content.marks.insert(.init(6..<9, .link(0)), at: 0)
    content.marks.insert(.init(17..<20, .link(0)), at: 2)
    #expect(quoted(content) == "> Hello A cat <https://x.org/> there\n>\n> Bye.\n")
  }

  @Test func marksThatMakeNoSenseDoNoHarm() {
    let kinds: [MarkedText.Kind] = [
      .quotation, .signature, .item(depth: .max), .item(depth: -1), .table(columns: []), .link(0),
      .picture(contentID: "", description: "x"), .preformatted, .rule,
      .remotePicture(.init(address: "https://x.org/", description: "x")),
    ]
    for kind in kinds {
      let marks = [-5..<3, 2..<900, 1..<1, 4..<6].map { MarkedText.Mark($0, kind) }
      let text = MarkedText("abc\ndéf\n", marks: marks, links: [])
      #expect(PlainText(text).text(asQuotation: true).allSatisfy { $0 != "\0" })
    }
    let deep = (0..<1_000).map { _ in MarkedText.Mark(0..<2, .quotation) }
    #expect(quoted(MarkedText("a\n", marks: deep)).count < 200)
  }

  @Test func anAnswerJoinsTheConversation() {
    let mail = Addressing(
      from: [Correspondent(name: "Ada", address: "ada@x.org")], subject: "Lunch",
      messageID: "2@x.org", references: ["1@x.org"])
    let reply = Draft(
      .reply, to: mail, heading: "Ada wrote:", text: MarkedText("At noon?\n"), own: [])
    #expect(reply.to.map(\.text) == ["ada@x.org"] && reply.cc.isEmpty)
    #expect(reply.subject == "Re: Lunch" && reply.inReplyTo == "2@x.org")
    #expect(reply.references == ["1@x.org", "2@x.org"])
    #expect(reply.body == "\n\nAda wrote:\n> At noon?\n")
    let forward = Draft(
      .forward, to: mail, heading: "-- Forwarded --\nFrom: Ada\n", text: MarkedText("At noon?\n"),
      own: [])
    #expect(forward.to.isEmpty && forward.inReplyTo.isEmpty && forward.references.isEmpty)
    #expect(forward.body == "\n\n-- Forwarded --\nFrom: Ada\n\nAt noon?\n")
    #expect(
      Draft(.reply, to: mail, heading: "Ada wrote:", text: MarkedText(), own: []).body.isEmpty)
  }
}
