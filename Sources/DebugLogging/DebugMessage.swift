/// The text of a debug line.
///
/// A message is made of string literals, numbers, Boolean values, durations and the cases of enums with fixed names. An arbitrary `String`
/// does not compile, so that no password, address, subject, name of a file or folder, or text of a message can get into the log.
public struct DebugMessage: ExpressibleByStringInterpolation, Sendable {
  package let text: String

  public init(stringLiteral value: StaticString) { text = value.description }

  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 4)
    }

    public mutating func appendLiteral(_ literal: StaticString) { text += literal.description }

    public mutating func appendInterpolation(_ text: StaticString) { appendLiteral(text) }

    public mutating func appendInterpolation(_ number: some BinaryInteger) {
      text += String(number)
    }

    public mutating func appendInterpolation(_ number: Double) { text += number.description }

    public mutating func appendInterpolation(_ value: Bool) { text += value.description }

    public mutating func appendInterpolation(_ duration: Duration) { text += duration.description }

    /// Appends the raw value of an enum's case.
    public mutating func appendInterpolation<Name: CaseIterable & RawRepresentable<String>>(
      _ name: Name
    ) {
      text += name.rawValue
    }
  }
}
