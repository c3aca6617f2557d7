internal import FileSystem
internal import Glibc
internal import Subprocess

/// Runs a program that may print what it likes, hang or be ended, and reads along.
struct ProgramRunner: Sendable {
  /// All that the program gets to know of this one's environment.
  let environment: [String: String]
  /// How long it may neither say nor do anything.
  var timeout: Duration = .seconds(300)

  /// What a program has said.
  struct Output: Sendable {
    var lines: [String] = []
    /// The last of it, as it was.
    var tail: [UInt8] = []
    var isSuccess = false
  }

  /// The file of a program: told that, the system need not try in every folder to start it.
  private func path(of name: String) throws(SyncProblem) -> String {
    let folders = environment["PATH"]?.split(separator: ":").map(String.init) ?? NeededProgram.path
    let path = folders.lazy.map { "\($0)/\(name)" }.first { path in
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        && access(path, X_OK) == 0
    }
    guard let path else { throw .noProgram }
    return path
  }

  /// Returns when it has ended.
  ///
  /// - Parameter tell: Called whenever the program says that it has come further.
  func run(
    _ name: String, _ words: [String],
    telling tell: @escaping @Sendable (SyncProgress) -> Void = { _ in }
  ) async throws(SyncProblem) -> Output {
    if Task.isCancelled { throw .cancelled }
    // Without a terminal mbsync does not count.
    guard let terminal = Terminal() else { throw .unwritable(errno) }
    // It ends with all that it has started.
    var options = PlatformOptions()
    options.processGroupID = 0
    options.teardownSequence = [
      .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: .seconds(3))
    ]
    do {
      let keys = environment.map { (Environment.Key(stringLiteral: $0), $1) }
      let result = try await Subprocess.run(
        .path(.init(try path(of: name))), arguments: Arguments(words),
        environment: .custom(Dictionary(uniqueKeysWithValues: keys)), platformOptions: options,
        input: .none,
        output: .fileDescriptor(
          .init(rawValue: terminal.takeProgramsEnd()), closeAfterSpawningProcess: true),
        error: .combinedWithOutput
      ) { [options] execution in
        let process = execution.processIdentifier
        let reading = ProgramReading(
          terminal: terminal, process: process.value, processDescriptor: process.processDescriptor,
          timeout: timeout, tell: tell)
        let outcome = await onOwnThread("mbsync") { _ in reading.read() }
        if outcome.isHanging { await execution.teardown(using: options.teardownSequence) }
        return outcome
      }
      if Task.isCancelled { throw SyncProblem.cancelled }
      if result.closureResult.isHanging { throw SyncProblem.hanging }
      var output = result.closureResult.output
      output.isSuccess = result.terminationStatus.isSuccess
      return output
    } catch let problem as SyncProblem {
      throw problem
    } catch {
      if Task.isCancelled || error is CancellationError { throw .cancelled }
      throw .noProgram
    }
  }
}
