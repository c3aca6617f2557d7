import FileSystem
import MailIndex
import MailModel
import SeededRandom
import Testing

@testable import MaildirStore

@Suite struct KnownMessagesTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func knownMessagesAreADictionary(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    var known = KnownMessages()
    var model: [ByteName: Message] = [:]
    var touched: Set<ByteName> = []
    for step in 0..<300 {
      let key = ByteName("\(Int.random(in: 0..<20, using: &numbers))")
      touched.insert(key)
      if Bool.random(using: &numbers) {
        let message = Message(
          id: MessageRef(folder: .inbox, key: key), flags: [], from: "", address: "", subject: "",
          date: Int64(step), preview: "", size: 0)
        known[key] = .init(Index.Entry(message: message, place: []))
        model[key] = message
      } else {
        known[key] = nil
        model[key] = nil
      }
      #expect(known.count == model.count)
      #expect(known[key]?.message == model[key])
      for (place, located) in known.values.enumerated() {
        #expect(model[located.message.id.key] == located.message)
        #expect(known.place(of: located.message.id.key) == place)
      }
    }
    #expect(Set(known.takeUnsaved().keys) == touched && known.unsaved.isEmpty)
  }
}
