/// A date as nearly all mail has it, `Mon, 1 Jan 2018 12:00:00 +0100` with or without its day of the
/// week, its seconds and a word in parentheses behind. GMime reads every other one, and the same of
/// these, in several times as long.
enum PlainDate {
  /// Seconds since 1970; nil for a date of any other form or before 1970.
  static func seconds(_ value: [UInt8]) -> Int64? {
    value.withUnsafeBufferPointer { bytes in
      var reader = Reader(bytes: bytes)
      return reader.seconds()
    }
  }

  private struct Reader {
    let bytes: UnsafeBufferPointer<UInt8>
    var index = 0

    mutating func seconds() -> Int64? {
      if let first = bytes.first, first >= UInt8(ascii: "A") {
        guard name(of: "SunMonTueWedThuFriSat") != nil, take(","), take(" ") else { return nil }
      }
      guard let day = number(digits: 1...2), take(" "),
        let month = name(of: "JanFebMarAprMayJunJulAugSepOctNovDec"), take(" "),
        let year = number(digits: 4...4), take(" "),
        let hour = number(digits: 2...2), take(":"), let minute = number(digits: 2...2)
      else { return nil }
      var second: Int64 = 0
      if take(":") {
        guard let read = number(digits: 2...2) else { return nil }
        second = read
      }
      guard take(" "), let zone = zone(), isAtEnd(),
        (1970...9999).contains(year), hour < 24, minute < 60, second < 60,
        day >= 1, day <= PlainDate.days(of: month, in: year)
      else { return nil }
      let days = PlainDate.days(before: year, month) + day - 1
      let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second - zone
      return seconds >= 0 ? seconds : nil
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
      index += 1
      return true
    }

    private mutating func number(digits: ClosedRange<Int>) -> Int64? {
      var value: Int64 = 0
      var count = 0
      while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) {
        value = value * 10 + Int64(bytes[index] - UInt8(ascii: "0"))
        index += 1
        count += 1
        if count > digits.upperBound { return nil }
      }
      return digits.contains(count) ? value : nil
    }

    /// Which of the names of three letters comes next.
    private mutating func name(of names: StaticString) -> Int64? {
      guard index + 3 <= bytes.count else { return nil }
      for start in stride(from: 0, to: names.utf8CodeUnitCount, by: 3)
      where (0..<3).allSatisfy({ bytes[index + $0] == names.utf8Start[start + $0] }) {
        index += 3
        return Int64(start / 3)
      }
      return nil
    }

    /// In seconds east of Greenwich.
    private mutating func zone() -> Int64? {
      let isWest = take("-")
      guard isWest || take("+") else {
        return name(of: "GMT") == nil ? nil : 0
      }
      guard let digits = number(digits: 4...4), digits <= 1400, digits % 100 < 60 else {
        return nil
      }
      let seconds = (digits / 100 * 60 + digits % 100) * 60
      return isWest ? -seconds : seconds
    }

    /// Whether nothing follows, or the name of the zone in parentheses.
    private mutating func isAtEnd() -> Bool {
      if index == bytes.count { return true }
      guard take(" "), take("(") else { return false }
      while index < bytes.count, (0x41...0x5A).contains(bytes[index] & ~0x20) { index += 1 }
      return take(")") && index == bytes.count
    }
  }

  private static func isLeap(_ year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func days(of month: Int64, in year: Int64) -> Int64 {
    switch month {
    case 1: isLeap(year) ? 29 : 28
    case 3, 5, 8, 10: 30
    default: 31
    }
  }

  /// The days from the beginning of 1970 to that of a month, which is 0 for January.
  private static func days(before year: Int64, _ month: Int64) -> Int64 {
    let last = year - 1
    let years = (year - 1970) * 365 + (last / 4 - last / 100 + last / 400) - 477
    return years + (0..<month).reduce(0) { $0 + days(of: $1, in: year) }
  }
}
