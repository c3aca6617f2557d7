import Panning
import Testing

/// Something that holds for every script; it says what went wrong, or nil.
typealias Property = (Script) -> String?

/// Tries a property on made-up scripts, and reports the shortest script found that breaks it.
func holds(
  _ count: Int = 250, sourceLocation: SourceLocation = #_sourceLocation, _ property: Property
) {
  for seed in 0..<UInt64(count) {
    let script = Script.random(seed: seed)
    guard property(script) != nil else { continue }
    let short = shrunk(script, property)
    Issue.record(
      "seed \(seed): \(property(short) ?? "")\n\(short)", sourceLocation: sourceLocation)
    return
  }
}

/// A script that still breaks the property and from which nothing can be left out or made simpler.
func shrunk(_ script: Script, _ property: Property) -> Script {
  var best = script
  var isShrinking = true
  while isShrinking {
    isShrinking = false
    var length = max(best.steps.count / 2, 1)
    while length > 0 {
      var start = 0
      while start < best.steps.count {
        var shorter = best
        shorter.steps.removeSubrange(start..<min(start + length, best.steps.count))
        if property(shorter) != nil {
          best = shorter
          isShrinking = true
        } else {
          start += length
        }
      }
      length /= 2
    }
    for index in best.steps.indices {
      for simpler in best.steps[index].simpler {
        var candidate = best
        candidate.steps[index] = simpler
        if property(candidate) != nil {
          best = candidate
          isShrinking = true
          break
        }
      }
    }
  }
  return best
}

extension Script.Step {
  /// Steps like this one with rounder, smaller numbers; none is simpler than itself.
  fileprivate var simpler: [Script.Step] {
    var steps: [Script.Step] = []
    func add(_ input: PanInput) { steps.append(Script.Step(pause: pause, input: input)) }
    if pause != 0 { steps.append(Script.Step(pause: 0, input: input)) }
    switch input {
    case .move(let x, let y, let velocity, let crossVelocity):
      if velocity != nil || crossVelocity != nil { add(.move(x: x, y: y)) }
      if y != 0 { add(.move(x: x, y: 0, velocity: velocity, crossVelocity: crossVelocity)) }
    case .end(let velocity?):
      add(.end())
      if velocity != 0 { add(.end(velocity: (velocity / 2).rounded(.towardZero))) }
    case .begin(let row, let geometry, let device, let x, let y):
      if x != 0 || y != 0 { add(.begin(row, geometry, device, x: 0, y: 0)) }
      if geometry != Script.sizes[0] { add(.begin(row, Script.sizes[0], device, x: x, y: y)) }
    default: break
    }
    return steps
  }
}
