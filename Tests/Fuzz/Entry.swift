internal import Glibc

/// What is fuzzed, chosen by the variable `FUZZ_TARGET`.
private enum FuzzTarget: String {
  case header, words, html, plain, row, calendar, message

  static let chosen: FuzzTarget = {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      fatalError("Set FUZZ_TARGET to header, words, html, plain, row, calendar or message.")
    }
    return target
  }()
}

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  switch FuzzTarget.chosen {
  case .header: checkHeader(bytes)
  case .words: checkWords(bytes)
  case .html: checkHTML(bytes)
  case .plain: checkPlain(bytes)
  case .row: checkRow(bytes)
  case .calendar: checkCalendar(bytes)
  case .message: checkMessage(bytes)
  }
  return 0
}

/// Ends the run, so that libFuzzer keeps the input.
func require(_ holds: Bool, _ rule: StaticString, _ value: @autoclosure () -> String = "") {
  guard holds else { fatalError("Broken: \(rule): \(value().debugDescription)") }
}

/// The rules for text that is shown on one line.
func requireSafe(_ text: String, limit: Int = DisplayText.maximumCharacters) {
  require(text.count <= limit + 1, "a shown text is bounded", text)
  require(DisplayText.safe(text, limit: limit) == text, "a safe text stays as it is", text)
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: require(false, "no control character is shown", text)
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
      require(false, "nothing turns the direction of text", text)
    case 0x200B, 0x2060...0x2064, 0xFEFF, 0xAD, 0x180E, 0x3164:
      require(false, "nothing invisible pads a text", text)
    default: break
    }
  }
}
