import Panning

/// One thing about a style that can be turned: a number, a switch or a choice.
///
/// Together they reach every property of `PanStyle`, so that a style is its name and the parameters in which it differs.
public struct StyleParameter: Sendable {
  /// What values it takes; a switch is 0 or 1, a choice the index of one of its words.
  public enum Kind: Sendable, Hashable {
    case number(ClosedRange<Double>, step: Double, unit: String)
    case toggle
    case choice([String])
  }

  /// The name by which traces carry it, such as `touch.slop`; unique.
  public let name: String
  /// What it is, for people.
  public let title: String
  /// What it belongs to, for people.
  public let group: String
  public let kind: Kind
  /// Its value in a style; nil where the style has no such thing, say the damping of a motion in stages.
  public let value: @Sendable (PanStyle) -> Double?
  private let assign: @Sendable (inout PanStyle, Double) -> Void

  init(
    _ name: String, _ title: String, in group: String, _ kind: Kind,
    value: @escaping @Sendable (PanStyle) -> Double?,
    assign: @escaping @Sendable (inout PanStyle, Double) -> Void
  ) {
    self.name = name
    self.title = title
    self.group = group
    self.kind = kind
    self.value = value
    self.assign = assign
  }

  /// Gives it a value in a style; where the style has no such thing, nothing changes.
  public func set(_ style: inout PanStyle, _ new: Double) {
    if value(style) != nil { assign(&style, new) }
  }

  /// The parameters, in an order in which they can be set: what decides whether others exist comes before them.
  public static let all =
    deciding + tracking + releasing + fullSwipe + motion("opening", \.opening)
    + motion("closing", \.closing) + rows + discrete

  /// The values in which a style differs from another, by the parameters' names.
  public static func differences(of style: PanStyle, from base: PanStyle) -> [(
    name: String, value: Double
  )] {
    var rebuilt = base
    return all.compactMap { parameter in
      guard let value = parameter.value(style), value != parameter.value(rebuilt) else {
        return nil
      }
      parameter.set(&rebuilt, value)
      return (parameter.name, value)
    }
  }
}

// MARK: Shapes

extension StyleParameter {
  typealias Path<Value> = WritableKeyPath<PanStyle, Value> & Sendable

  static func number(
    _ name: String, _ title: String, in group: String, _ path: Path<Double>,
    _ range: ClosedRange<Double>, step: Double, unit: String = ""
  ) -> StyleParameter {
    number(name, title, in: group, path, \.self, range, step: step, unit: unit)
  }

  /// A number that is part of a policy.
  static func number<Policy>(
    _ name: String, _ title: String, in group: String, _ path: Path<Policy>,
    _ part: WritableKeyPath<Policy, Double> & Sendable, _ range: ClosedRange<Double>, step: Double,
    unit: String = ""
  ) -> StyleParameter {
    StyleParameter(name, title, in: group, .number(range, step: step, unit: unit)) {
      $0[keyPath: path][keyPath: part]
    } assign: {
      $0[keyPath: path][keyPath: part] = $1
    }
  }

  static func toggle(
    _ name: String, _ title: String, in group: String, _ path: Path<Bool>
  ) -> StyleParameter {
    toggle(name, title, in: group, path, \.self)
  }

  /// A switch that is part of a policy.
  static func toggle<Policy>(
    _ name: String, _ title: String, in group: String, _ path: Path<Policy>,
    _ part: WritableKeyPath<Policy, Bool> & Sendable
  ) -> StyleParameter {
    StyleParameter(name, title, in: group, .toggle) {
      $0[keyPath: path][keyPath: part] ? 1 : 0
    } assign: {
      $0[keyPath: path][keyPath: part] = $1 != 0
    }
  }

  /// A choice among values, each with its word.
  static func choice<Value: Equatable & Sendable>(
    _ name: String, _ title: String, in group: String, _ path: Path<Value>,
    _ values: [(word: String, value: Value)]
  ) -> StyleParameter {
    StyleParameter(name, title, in: group, .choice(values.map(\.word))) { style in
      values.firstIndex { $0.value == style[keyPath: path] }.map(Double.init)
    } assign: { style, index in
      if values.indices.contains(Int(index)) { style[keyPath: path] = values[Int(index)].value }
    }
  }
}
