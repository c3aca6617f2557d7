import Foundation
import Glibc
import Synchronization

/// A program that a test starts.
///
/// Foundation's `Process` learns of a program's end from a socket, which programs that are started at the same moment may inherit; then it waits
/// for the end of those too.
package final class TestProgram: Sendable {
  /// A program could not be started.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package enum Ending: Equatable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  package let id: pid_t
  /// What it reads as its standard input, which ends when this is closed.
  package let input: FileHandle
  package let output: FileHandle
  private let known = Mutex<Ending?>(nil)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: Its path and its arguments.
  ///   - environment: What it has in place of this program's environment.
  ///   - isQuiet: Whether its standard error is dropped.
  package init(_ words: [String], environment: [String: String]? = nil, isQuiet: Bool = false)
    throws
  {
    (id, input, output) = try Self.starting.withLock { _ in
      let (theirInput, input) = try Self.pipe()
      let (output, theirOutput) = try Self.pipe()
      defer {
        close(theirInput)
        close(theirOutput)
      }
      let id = try Self.spawn(
        words, environment, input: theirInput, output: theirOutput, errors: isQuiet ? nil : 2)
      return (
        id, FileHandle(fileDescriptor: input, closeOnDealloc: true),
        FileHandle(fileDescriptor: output, closeOnDealloc: true)
      )
    }
  }

  /// Reads the first line that it writes; less if it ends before.
  package func firstLine() -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(output.fileDescriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Sends it a signal if it has not been waited for.
  package func kill(_ signal: Int32 = SIGKILL) {
    known.withLock { if $0 == nil { Glibc.kill(id, signal) } }
  }

  /// Waits until it ends.
  @discardableResult
  package func ending() -> Ending {
    // Another thread may end it meanwhile.
    var information = siginfo_t()
    while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    return known.withLock { known in
      let ending = known ?? Self.wait(for: id)
      known = ending
      return ending
    }
  }

  /// Runs a program to its end.
  ///
  /// - Parameter words: Its path and its arguments.
  /// - Returns: Its exit status or, negative, the signal that ended it; and what it wrote to its standard streams.
  @discardableResult
  package static func run(
    _ words: String..., environment: [String: String]? = nil, input: String = ""
  ) throws -> (status: Int32, output: String, errors: String) {
    try run(words, environment: environment, input: input)
  }

  @discardableResult
  package static func run(
    _ words: [String], environment: [String: String]? = nil, input: String = ""
  ) throws -> (status: Int32, output: String, errors: String) {
    // Unlike pipes, files need nobody who reads and writes them meanwhile.
    let streams = try (0..<3).map { _ in
      let path = NSTemporaryDirectory() + "stream-" + UUID().uuidString
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw Failure(description: "cannot make \(path)") }
      unlink(path)
      return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
    try streams[0].write(contentsOf: Data(input.utf8))
    try streams[0].seek(toOffset: 0)
    let id = try starting.withLock { _ in
      try spawn(
        words, environment, input: streams[0].fileDescriptor, output: streams[1].fileDescriptor,
        errors: streams[2].fileDescriptor)
    }
    let ending = wait(for: id)
    let written = try streams.dropFirst().map { stream in
      try stream.seek(toOffset: 0)
      return String(decoding: try stream.readToEnd() ?? Data(), as: UTF8.self)
    }
    switch ending {
    case .exit(let status): return (status, written[0], written[1])
    case .signal(let signal): return (-signal, written[0], written[1])
    }
  }

  /// - Parameter errors: Nil for /dev/null.
  private static func spawn(
    _ words: [String], _ environment: [String: String]?, input: Int32, output: Int32,
    errors: Int32?
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    if let errors {
      posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    _ = closeFrom?(&actions, STDERR_FILENO + 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads of tasks hold signals back, which a program would inherit.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let all = environment ?? ProcessInfo.processInfo.environment
    let arguments = words.map { strdup($0) } + [nil]
    let variables = all.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var id = pid_t()
    let code = posix_spawn(&id, words[0], &actions, &attributes, arguments, variables)
    guard code == 0 else {
      throw Failure(description: "cannot start \(words[0]): \(String(cString: strerror(code)))")
    }
    return id
  }

  private typealias CloseFrom =
    @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

  /// posix_spawn_file_actions_addclosefrom_np, which Swift does not import. A program that kept a file open for writing which another test is
  /// about to start would keep that from starting.
  private static let closeFrom = unsafeBitCast(
    dlsym(dlopen(nil, RTLD_NOW), "posix_spawn_file_actions_addclosefrom_np"), to: CloseFrom?.self)

  private static func wait(for id: pid_t) -> Ending {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
  }

  /// Held while one is started: between its making and its marking, another would inherit a pipe.
  private static let starting = Mutex(())

  /// The reading and the writing end; programs that are started have neither.
  private static func pipe() throws -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw Failure(description: "cannot make a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
