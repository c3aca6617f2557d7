import Glibc
import MaildirStore
import Synchronization
import Triage

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

  /// Archives a thousand of the newest messages as one step, journalled on the disk, then takes it
  /// back.
  func move() async throws {
    let store = try Maildir(path: path, indexFolder: indexFolder)
    let session = try journalled(store)
    let messages = try await store.messages(in: .inbox)
    let chosen = messages.prefix(min(1_000, messages.count / 2)).map(\.id)
    var start = seconds()
    let outcome = try await session.perform(.archive, on: chosen)
    show("all", seconds() - start)
    show("count", Double(outcome.changes.count))
    start = seconds()
    let undone = try await session.undo()
    show("again", seconds() - start)
    showMemory()
    if undone?.changes.count != chosen.count || outcome.changes.count != chosen.count { exit(1) }
  }

  /// As many renames from folder to folder and back, and nothing else.
  func bareMove() {
    let names = names(limit: 1_000)
    let folders = ["\(path)/cur", "\(path)/.Archive/cur"]
    let start = seconds()
    for name in names { rename("\(folders[0])/\(name)", "\(folders[1])/\(name)") }
    for folder in folders {
      let descriptor = open(folder, O_RDONLY | O_DIRECTORY)
      fsync(descriptor)
      close(descriptor)
    }
    show("all", seconds() - start)
    show("count", Double(names.count))
    for name in names { rename("\(folders[1])/\(name)", "\(folders[0])/\(name)") }
  }

  /// Some names of files that are in `cur`.
  func names(limit: Int) -> [String] {
    guard let directory = opendir("\(path)/cur") else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while names.count < limit, let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  func showMemory() {
    guard let file = fopen("/proc/self/status", "r") else { return }
    defer { fclose(file) }
    var text = [UInt8](repeating: 0, count: 16 << 10)
    let count = fread(&text, 1, text.count, file)
    for line in String(decoding: text[..<count], as: UTF8.self).split(separator: "\n") {
      let words = line.split { ":\t ".contains($0) }
      if ["VmHWM", "VmRSS", "RssAnon"].contains(words[0]), let size = Double(words[1]) {
        show(String(words[0]), size)
      }
    }
  }

  func show(_ name: String, _ value: Double) { print(name, value) }

  func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

let arguments = CommandLine.arguments
guard arguments.count > 2 else {
  print(
    """
    usage: StoreBench bare|list|bare-move|move|bare-keys|keys|keys-together|watch|\
    conversations MAILDIR \
    [INDEX-FOLDER]
    StoreBench fill-search|find-word|search MAILDIR INDEX-FOLDER ROWS|WORD
    """)
  exit(2)
}
let measurement = Measurement(
  path: arguments[2], indexFolder: arguments.count > 3 ? arguments[3] : nil)
let word = arguments.count > 4 ? arguments[4] : ""
switch arguments[1] {
case "bare": measurement.bare()
case "bare-move": measurement.bareMove()
case "move": try await measurement.move()
case "bare-keys": measurement.bareKeys()
case "keys": try await measurement.keys(together: false)
case "keys-together": try await measurement.keys(together: true)
case "fill-search": await measurement.fillSearch(rows: Int(word) ?? 0)
case "find-word": await measurement.findWord(word)
case "search": try await measurement.search(word)
case "watch": try await measurement.watch()
case "conversations": try await measurement.conversations()
default: try await measurement.list()
}
