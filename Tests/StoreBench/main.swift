import Glibc
import MailStore
import Synchronization

/// One measurement of one mailbox in a process of its own, printed as lines of a name and a number:
/// seconds, kibibytes or a count. `measure.py` runs and compares them.
struct Measurement {
  let path: String
  let indexFolder: String?

  /// What no reader can do without: every name, and the beginning of every file.
  func bare() {
    let start = seconds()
    var names: [(part: String, name: String)] = []
    for part in ["new", "cur"] {
      guard let directory = opendir("\(path)/\(part)") else { continue }
      defer { closedir(directory) }
      while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
        }
        if !name.hasPrefix(".") { names.append((part, name)) }
      }
    }
    show("listed", seconds() - start)
    var buffer = [UInt8](repeating: 0, count: 4 << 10)
    var total = 0
    for (part, name) in names {
      let descriptor = open("\(path)/\(part)/\(name)", O_RDONLY | O_CLOEXEC)
      if descriptor >= 0 { total += read(descriptor, &buffer, buffer.count) }
      close(descriptor)
    }
    show("all", seconds() - start)
    show("count", Double(names.count))
    if total == 0 { exit(1) }
  }

  /// Opens the mailbox and lists its inbox as the app does.
  func list() async throws {
    let start = seconds()
    let first = Mutex<(time: Double, count: Int)?>(nil)
    let store = try Maildir(path: path, indexFolder: indexFolder)
    let messages = try await store.messages(in: .inbox) { batch, _ in
      first.withLock { if $0 == nil { $0 = (seconds() - start, batch.count) } }
    }
    show("all", seconds() - start)
    if let (time, count) = first.withLock({ $0 }) {
      show("first", time)
      show("first-count", Double(count))
    }
    show("count", Double(messages.count))
    let again = seconds()
    let second = try await store.messages(in: .inbox)
    show("again", seconds() - again)
    await store.settle()
    show("settled", seconds() - start)
    showMemory()
    if second.count != messages.count { exit(1) }
  }

  private func showMemory() {
    guard let file = fopen("/proc/self/status", "r") else { return }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let words = String(cString: line).split(whereSeparator: { $0 == ":" || $0 == "\t" || $0 == " " })
      if ["VmHWM", "VmRSS", "RssAnon"].contains(words[0]), let size = Double(words[1]) {
        show(String(words[0]), size)
      }
    }
  }

  private func show(_ name: String, _ value: Double) { print(name, value) }

  private func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

let arguments = CommandLine.arguments
guard arguments.count > 2 else {
  print("usage: StoreBench bare|list MAILDIR [INDEX-FOLDER]")
  exit(2)
}
let measurement = Measurement(
  path: arguments[2], indexFolder: arguments.count > 3 ? arguments[3] : nil)
switch arguments[1] {
case "bare": measurement.bare()
default: try await measurement.list()
}
