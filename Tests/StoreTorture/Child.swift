import Foundation
import Glibc

/// A program that was started, this one again for one of its parts.
///
/// Foundation's `Process` now and then misses the end of one of some thousands.
struct Child {
  enum Ending: Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  let identifier: pid_t
  /// What it reads as its standard input ends when this is closed.
  let input: FileHandle
  let output: FileHandle

  init(_ arguments: [String], environment: [String: String] = [:], isQuiet: Bool = false) throws {
    let (theirInput, ours) = try Child.pipe()
    let (ourOutput, theirs) = try Child.pipe()
    defer {
      close(theirInput)
      close(theirs)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, theirInput, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, theirs, STDOUT_FILENO)
    if isQuiet {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let words = (["StoreTorture"] + arguments).map { strdup($0) } + [nil]
    let variables = all.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var identifier = pid_t()
    let code = posix_spawn(&identifier, "/proc/self/exe", &actions, nil, words, variables)
    guard code == 0 else { throw Failure("cannot start: \(String(cString: strerror(code)))") }
    self.identifier = identifier
    input = FileHandle(fileDescriptor: ours, closeOnDealloc: true)
    output = FileHandle(fileDescriptor: ourOutput, closeOnDealloc: true)
  }

  func kill() { Glibc.kill(identifier, SIGKILL) }

  /// Waits until it ends.
  @discardableResult
  func ending() -> Ending {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
  }

  /// The reading and the writing end; programs that are started have neither.
  private static func pipe() throws -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw Failure("cannot make a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
