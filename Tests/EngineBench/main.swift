import AllocationCount
import Glibc
import PanEngine

// Times the engine's calls and counts what they allocate.
//
//   EngineBench                ns per event, each style with each device, beside a clamp
//   EngineBench --allocations  heap blocks per case; status 1 if there is any

let styles: [(String, PanStyle)] = [
  ("standard", .standard), ("sparrowlike", .sparrowlike), ("swipeableCell", .swipeableCell),
  ("swipeDetection", .swipeDetection), ("dnsSwipeableCell", .dnsSwipeableCell),
  ("sideSwipe", .sideSwipe), ("slidingCell", .slidingCell), ("bmx", .bmx),
  ("teehanLax", .teehanLax),
]

/// One line of the table.
struct Case {
  var name: String
  /// Plays that many gestures.
  var play: (Int) -> Void

  init<Subject: Engine>(_ name: String, _ engine: Subject, _ device: PanDevice) {
    self.name = name
    var workload = Workload(engine, device: device)
    play = { gestures in
      workload.play(gestures: gestures)
      precondition(workload.result.isFinite)
    }
  }
}

var cases = [Case("baseline", Baseline(), .touch)]
for (name, style) in styles {
  for device in PanDevice.allCases {
    cases.append(Case("\(name), \(device)", PanEngine<Int>(style: style), device))
  }
}

if CommandLine.arguments.dropFirst().first == "--allocations" {
  var total = 0
  for subject in cases {
    // The buffers grow once.
    subject.play(20)
    let before = allocation_count()
    subject.play(200)
    let blocks = allocation_count() - before
    guard before >= 0 else {
      print("a sanitizer owns malloc: nothing counted")
      break
    }
    print(
      "\(subject.name): \(blocks) blocks in \(200 * Workload<Baseline>.eventsPerGesture) events")
    total += blocks
  }
  exit(total == 0 ? 0 : 1)
}

let gestures = 1000
let rounds = 15
var samples = [[Double]](repeating: [], count: cases.count)
for subject in cases { subject.play(gestures) }
let clock = ContinuousClock()
for _ in 0..<rounds {
  for (index, subject) in cases.enumerated() {
    let time = clock.measure { subject.play(gestures) }
    let nanoseconds =
      Double(time.components.attoseconds) / 1e9 + Double(time.components.seconds) * 1e9
    samples[index].append(
      nanoseconds / Double(gestures * Workload<Baseline>.eventsPerGesture))
  }
}

/// One decimal, or two, in a field.
func field(_ value: Double, _ width: Int, decimals: Double = 10) -> String {
  let text = "\((value * decimals).rounded() / decimals)"
  return String(repeating: " ", count: max(0, width - text.count)) + text
}

let baseline = samples[0].sorted()[rounds / 2]
print("ns per event, median of \(rounds); ratio to the baseline, and its spread (least to most)")
for (subject, times) in zip(cases, samples) {
  let sorted = times.sorted()
  let median = sorted[rounds / 2]
  let name = subject.name.padded(to: 28)
  print(
    name, field(median, 7), field(median / baseline, 6, decimals: 100),
    field(sorted[0] / baseline, 6, decimals: 100),
    field(sorted[rounds - 1] / baseline, 6, decimals: 100))
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
