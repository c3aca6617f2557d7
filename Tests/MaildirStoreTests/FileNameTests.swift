import FileSystem
import MailModel
import SeededRandom
import Testing

@testable import MaildirStore

@Suite struct FileNameTests {
  @Test(arguments: [
    ("1500.a.host", "1500.a.host", ""),
    ("1500.a.host:2,", "1500.a.host", ""),
    ("1500.a.host:2,FS", "1500.a.host", "FS"),
    ("1500.a.host:2,SFSF", "1500.a.host", "FS"),
    ("1500.a.host:2,abS", "1500.a.host", "Sab"),
    ("1500.a.host:1,exp", "1500.a.host", ""),
    ("1500.a.host:2,:2,S", "1500.a.host", "S"),
    ("1500.a.host!2,S", "1500.a.host", "S"),
    ("1500.a.host;2,RS", "1500.a.host", "RS"),
    ("1500.a!b;c", "1500.a!b;c", ""),
    ("1500.a.host,U=5", "1500.a.host", ""),
    ("1500.a.host,U=5:2,S", "1500.a.host", "S"),
    ("1500.a.host,U=5,S=3:2,S", "1500.a.host,S=3", "S"),
    ("1500.a.host,S=3,W=4:2,S", "1500.a.host,S=3,W=4", "S"),
    ("1500.a.host,U=:2,S", "1500.a.host,U=", "S"),
    ("1500.a.host,U=5x:2,S", "1500.a.host,U=5x", "S"),
    ("-rf:2,T", "-rf", "T"),
    ("%s", "%s", ""),
    (":2,S", "", "S"),
    ("a:", "a", ""),
    ("a\nb:2,F", "a\nb", "F"),
  ])
  func namesComeApart(name: String, key: String, flags: String) {
    let file = FileName(ByteName(name))
    #expect(file.key == ByteName(key))
    #expect(file.flags.letters == flags)
  }

  @Test(arguments: [
    ("a,U=5", "a,U=5:2,S"), ("a,U=5:2,F", "a,U=5:2,S"), ("a:2,:2,F", "a:2,S"),
    ("a!2,F", "a!2,S"), ("a;2,", "a;2,S"), ("a:1,exp", "a:2,S"), ("a,S=1,W=2", "a,S=1,W=2:2,S"),
  ])
  func renamingKeepsTheBase(name: String, renamed: String) {
    #expect(FileName(ByteName(name)).renamed(flags: .seen) == ByteName(renamed))
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func renamingKeepsKeyAndBytes(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let alphabet = Array("ab,U=S19:;!2.%\n".utf8) + [0xFF, 0xC3]
    let bytes = (0..<Int.random(in: 1...30, using: &numbers)).map { _ in
      alphabet.randomElement(using: &numbers) ?? 0x61
    }
    let file = FileName(ByteName(bytes))
    let flags = MessageFlags(rawValue: numbers.next() & ((1 << 52) - 1))
    let renamed = FileName(file.renamed(flags: flags))
    #expect(renamed.key == file.key)
    #expect(renamed.flags == flags)
    #expect(renamed.renamed(flags: flags) == renamed.name)
  }

  @Test(arguments: [
    "1.a", "1.a:2,", "1.a:2,FS", "1.a:2,SF", "1.a:1,x", "1.a,U=5", "1.a,U=5:2,S", "1.a:2,:2,S",
    "1.a!2,S", "1.a:2,S,x", ":2,S", "",
  ])
  func aNameIsMadeFromItsKeyItsFlagsAndItsSpelling(name: String) {
    let file = FileName(ByteName(name))
    #expect(FileName(key: file.key, flags: file.flags, spelling: file.spelling) == file)
    for part in [Listing.Part.cur, .new] {
      for isRegular in [true, false, nil] {
        let entry = Listing.Entry(file: file, part: part, isRegular: isRegular)
        #expect(Listing.Entry(key: file.key, flags: file.flags, place: entry.place) == entry)
      }
    }
  }

  @Test func hostNamesAreEscapedAndShort() {
    #expect(HostName.escaped(Array("a/b:c,d".utf8)) == "a\\057b\\072c-d")
    #expect(HostName.escaped([UInt8](repeating: 0x61, count: 64)).utf8.count == 32)
    #expect(HostName.escaped([0xFF, 0x20]) == "--")
  }
}
