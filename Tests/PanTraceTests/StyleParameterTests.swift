import PanStyles
import Panning
import Testing

@Suite("Parameters of styles")
struct StyleParameterTests {
  /// A style in which about every third parameter has been turned somewhere in its range.
  func made(seed: UInt64) -> (base: PanStyle, turned: PanStyle) {
    var state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let base = NamedStyle.all[next(NamedStyle.all.count)].style
    var turned = base
    for parameter in StyleParameter.all where next(3) == 0 {
      switch parameter.kind {
      case .number(let range, _, _):
        let share = Double(next(1001)) / 1000
        parameter.set(&turned, range.lowerBound + share * (range.upperBound - range.lowerBound))
      case .toggle: parameter.set(&turned, Double(next(2)))
      case .choice(let words): parameter.set(&turned, Double(next(words.count)))
      }
    }
    return (base, turned)
  }

  @Test func differencesRebuildTheStyle() {
    for seed in 0..<500 {
      let (base, turned) = made(seed: UInt64(seed))
      var rebuilt = base
      for (name, value) in StyleParameter.differences(of: turned, from: base) {
        StyleParameter.all.first { $0.name == name }?.set(&rebuilt, value)
      }
      #expect(rebuilt == turned, "seed \(seed)")
    }
  }

  @Test func everyStyleIsTheStandardOneWithParametersChanged() {
    for named in NamedStyle.all {
      var rebuilt = PanStyle.standard
      for (name, value) in StyleParameter.differences(of: named.style, from: .standard) {
        StyleParameter.all.first { $0.name == name }?.set(&rebuilt, value)
      }
      #expect(rebuilt == named.style, "\(named.name)")
    }
  }

  @Test func namesAreUnique() {
    #expect(Set(StyleParameter.all.map(\.name)).count == StyleParameter.all.count)
  }

  @Test func aValueSetIsTheValueRead() {
    for named in NamedStyle.all {
      for parameter in StyleParameter.all {
        var style = named.style
        guard let old = parameter.value(style) else {
          parameter.set(&style, 1)
          #expect(style == named.style, "\(parameter.name)")
          continue
        }
        for value in values(parameter.kind) {
          parameter.set(&style, value)
          #expect(parameter.value(style) == value, "\(parameter.name), was \(old)")
        }
      }
    }
  }

  /// The ends of what a parameter can be, or all of it.
  func values(_ kind: StyleParameter.Kind) -> [Double] {
    switch kind {
    case .number(let range, _, _): [range.lowerBound, range.upperBound]
    case .toggle: [0, 1]
    case .choice(let words): words.indices.map { Double($0) }
    }
  }
}
