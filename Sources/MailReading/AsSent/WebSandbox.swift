import CDunnockGtk
import FileSystem
import Glibc
import GtkBridge

/// The sandbox that WebKit puts around what draws a page. In some places, and where it is told to, it goes on without.
nonisolated enum WebSandbox {
  /// Whether one stands around each process that draws a page for this program, of which there is one at least: these see other numbers of
  /// processes than the program does, and may not make every system call.
  static func stands() async -> Bool {
    await onOwnThread("sandbox") { _ in
      let processes = processes()
      let own = Int(getpid())
      let depth = status(own)["NSpid"]?.count ?? 0
      let pages = processes.filter { number, process in
        var above = process.parent
        while above > 1, above != own { above = processes[above]?.parent ?? 0 }
        return process.name.hasPrefix("WebKitWebProces") && above == own
      }
      return depth > 0 && !pages.isEmpty
        && pages.keys.allSatisfy { number in
          let status = status(number)
          return (status["NSpid"]?.count ?? 0) > depth && status["Seccomp"] == ["2"]
        }
    }
  }

  private static func processes() -> [Int: (name: String, parent: Int)] {
    guard let folder = g_dir_open("/proc", 0, nil) else { return [:] }
    defer { g_dir_close(folder) }
    var found: [Int: (name: String, parent: Int)] = [:]
    while let name = g_dir_read_name(folder) {
      guard let number = Int(String(cString: name)) else { continue }
      let status = status(number)
      guard let parent = status["PPid"]?.first.flatMap({ Int($0) }) else { continue }
      found[number] = (status["Name"]?.first ?? "", parent)
    }
    return found
  }

  /// What the system says of a process, by the name of each fact.
  private static func status(_ number: Int) -> [String: [String]] {
    var text: UnsafeMutablePointer<CChar>?
    guard g_file_get_contents("/proc/\(number)/status", &text, nil, nil) != 0, let text else {
      return [:]
    }
    defer { g_free(text) }
    let lines = String(cString: text).split(separator: "\n").map {
      $0.split(separator: ":", maxSplits: 1).map(String.init)
    }
    return Dictionary(
      lines.filter { $0.count == 2 }.map {
        ($0[0], $0[1].split { $0 == "\t" || $0 == " " }.map(String.init))
      }, uniquingKeysWith: { first, _ in first })
  }
}
