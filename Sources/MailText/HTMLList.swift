/// The numbers of a list's items.
enum HTMLList {
  /// A number as digits, or, for the types `a`, `A`, `i` and `I` of HTML, as letters or Roman numerals.
  static func text(of number: Int, as type: UInt8) -> String {
    switch type {
    case UInt8(ascii: "a"): letters(number)
    case UInt8(ascii: "A"): letters(number).uppercased()
    case UInt8(ascii: "i"): roman(number)
    case UInt8(ascii: "I"): roman(number).uppercased()
    default: String(number)
    }
  }

  private static func letters(_ number: Int) -> String {
    guard number > 0 else { return String(number) }
    var rest = number
    var letters = ""
    while rest > 0 {
      rest -= 1
      letters = String(Unicode.Scalar(UInt8(0x61 + rest % 26))) + letters
      rest /= 26
    }
    return letters
  }

  private static func roman(_ number: Int) -> String {
    guard (1..<4_000).contains(number) else { return String(number) }
    let values = [
      (1_000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
      (40, "xl"),
      (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ]
    var rest = number
    var text = ""
    for (value, letters) in values {
      while rest >= value {
        text += letters
        rest -= value
      }
    }
    return text
  }
}
