import Testing

@testable import MailText

@Suite struct ModifiedUTF7Tests {
  @Test(arguments: ["Archive", "Entwürfe", "AT&T", "日本語", "🐦 & 🐧", "a-b&-", "~!@#", ""])
  func modifiedUTF7ComesBack(name: String) {
    let encoded = ModifiedUTF7.encoded(name)
    #expect(encoded.allSatisfy { (0x20...0x7E).contains($0) })
    #expect(ModifiedUTF7.decoded(encoded) == name)
  }
}
