import AllocationCount
import Glibc
import Panning

// Times the engine's calls and counts what they allocate.
//
//   EngineBench [NAME...]                ns per event, styles with devices, beside a clamp
//   EngineBench --allocations [NAME...]  heap blocks per case; status 1 if there is any
//
// NAME is the name of a style; without one, all are run. With --smoke each is run once, briefly.

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

let arguments = CommandLine.arguments.dropFirst()
let chosen = arguments.filter { !$0.hasPrefix("--") }
var cases = [
  Case("baseline", PanEngine(style: .clamp), .touch),
  Case("bare clamp", BareClamp(), .touch),
]
for (name, style) in styles where chosen.isEmpty || chosen.contains(name) {
  for device in PanDevice.allCases {
    cases.append(Case("\(name), \(device)", PanEngine(style: style), device))
  }
}

if arguments.contains("--allocations") {
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
    let events = 200 * Workload<BareClamp>.eventsPerGesture
    print("\(subject.name): \(blocks) blocks in \(events) events")
    total += blocks
  }
  exit(total == 0 ? 0 : 1)
}

let isSmoke = arguments.contains("--smoke")
let gestures = isSmoke ? 10 : 1000
let rounds = isSmoke ? 1 : 15
var samples = [[Double]](repeating: [], count: cases.count)
for subject in cases { subject.play(gestures) }
for _ in 0..<rounds {
  for (index, subject) in cases.enumerated() {
    let start = processorTime()
    subject.play(gestures)
    samples[index].append(
      (processorTime() - start) / Double(gestures * Workload<BareClamp>.eventsPerGesture))
  }
}

/// Nanoseconds that this thread has run, which other programs on the machine do not lengthen.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// One decimal, or two, in a field.
func field(_ value: Double, _ width: Int, decimals: Double = 10) -> String {
  let text = "\((value * decimals).rounded() / decimals)"
  return String(repeating: " ", count: max(0, width - text.count)) + text
}

let baseline = samples[0].sorted()[rounds / 2]
print("ns per event, median of \(rounds); ratio to the baseline, and its spread (least to most)")
print("baseline: the engine with clamp-only policies; bare clamp: its calls without any engine")
for (subject, times) in zip(cases, samples) {
  let sorted = times.sorted()
  let median = sorted[rounds / 2]
  let name = subject.name.padded(to: 28)
  print(
    name, field(median, 7), field(median / baseline, 6, decimals: 100),
    field(sorted[0] / baseline, 6, decimals: 100),
    field(sorted[rounds - 1] / baseline, 6, decimals: 100))
}

extension PanStyle {
  /// Every gesture is a pan, the front stops at its tray, and jumps to rest.
  static var clamp: PanStyle {
    var style = PanStyle()
    style.decision.test = .none
    style.bounds = .clamp
    style.release.projection = 0
    style.fullSwipe = nil
    style.opening = .stages([])
    style.closing = .stages([])
    style.closes = []
    return style
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
