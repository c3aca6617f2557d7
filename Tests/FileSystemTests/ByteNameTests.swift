import FileSystem
import SeededRandom
import Testing

@Suite struct ByteNameTests {
  @Test func bytesThatAreNotUTF8AreEscaped() {
    #expect(ByteName([0x61, 0xFF, 0x62]).escaped == "a%FFb")
    #expect(ByteName("grün").escaped == "grün")
    #expect(ByteName("%s").escaped == "%s")
    #expect(ByteName("%41").escaped == "%2541")
    #expect(ByteName([0xC3]).escaped == "%C3")
    #expect(ByteName([0xED, 0xA0, 0x80]).escaped == "%ED%A0%80")
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func escapingIsReversible(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let alphabet: [UInt8] = [
      0x25, 0x34, 0x31, 0x61, 0xC3, 0xA9, 0xFF, 0xF0, 0x9F, 0x90, 0xA6, 0x0A,
    ]
    let name = ByteName(
      (0..<Int.random(in: 0...12, using: &numbers)).map { _ in
        alphabet.randomElement(using: &numbers) ?? 0x61
      })
    #expect(ByteName(escaped: name.escaped) == name)
  }
}
