import FileSystem
import Glibc
import MailModel
import StoreOpening
import Texts
import Triage

/// `dunnock --list` and `dunnock --search`: the messages of a mailbox for other programs, without a window.
enum MailboxPrinter {
  /// Prints a mailbox, or what a query finds there.
  ///
  /// - Returns: The exit status: 0, also when the reader closed the pipe; 1, after a line on standard error, when the output cannot be
  ///   written, or when not all mail could be read to be searched; 2, after a line on standard error, when this is no readable mailbox.
  static func run(_ path: ByteName, matching query: SearchQuery?) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    return waiting { await list(path, matching: query) }
  }

  private static func list(_ path: ByteName, matching query: SearchQuery?) async -> Int32 {
    do throws(StoreError) {
      var output = BufferedOutput()
      let store = try await openStore(at: path, indexFolder: Places.index)
      var isComplete = true
      if let query {
        isComplete = try await MailboxListing.write(store, matching: query) { output.writeLine($0) }
      } else {
        try await MailboxListing.write(store) { output.writeLine($0) }
      }
      output.flush()
      debugLog("mailbox printed, lines: \(output.lines), complete: \(isComplete)")
      await store.settle()
      if let code = output.failure, code != EPIPE {
        complain(
          tr("The list could not be written: %1$s.").filling(String(cString: strerror(code))))
        return 1
      }
      if !isComplete { complain(tr("Not all messages could be read. There may be more to find.")) }
      return isComplete ? 0 : 1
    } catch {
      complain(error.sentence.translated)
      return 2
    }
  }
}

/// Standard output, gathered so that thousands of lines take few calls.
private struct BufferedOutput {
  /// The errno of the first write that failed; nothing is written after it.
  private(set) var failure: Int32?

  private var bytes: [UInt8] = []
  private(set) var lines = 0

  /// A pipe's capacity on Linux.
  private static let capacity = 65_536

  mutating func writeLine(_ line: String) {
    lines += 1
    bytes.append(contentsOf: line.utf8)
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= Self.capacity { flush() }
  }

  mutating func flush() {
    var start = 0
    while start < bytes.count, failure == nil {
      let count = bytes.withUnsafeBytes {
        write(STDOUT_FILENO, $0.baseAddress?.advanced(by: start), $0.count - start)
      }
      if count < 0 {
        if errno != EINTR { failure = errno }
      } else {
        start += count
      }
    }
    bytes.removeAll(keepingCapacity: true)
  }
}
