internal import Subprocess

/// A command of the person's own that fetches mail, such as `mbsync -a`: a line for the shell.
public struct FetchCommand: Hashable, Sendable {
  public let line: String

  public init(_ line: String) { self.line = line }

  /// Runs it until it ends; when the task is cancelled it is asked to end, with all that it has begun, and made
  /// to some seconds later.
  ///
  /// - Returns: What it wrote last, and whether it says that all went well.
  public func run() async throws(SyncProblem) -> (output: String, isSuccess: Bool) {
    var options = PlatformOptions()
    options.processGroupID = 0
    options.teardownSequence = [
      .send(
        signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: Self.timeout),
      .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .seconds(1)),
    ]
    do {
      let result = try await Subprocess.run(
        .path("/bin/sh"), arguments: ["-c", line], environment: .withoutDebugLog,
        platformOptions: options, input: .none,
        output: .sequence, error: .combinedWithOutput
      ) { execution in
        var last: [UInt8] = []
        for try await part in execution.standardOutput {
          part.withUnsafeBytes { last.append(contentsOf: $0) }
          if last.count > 2 * Self.mostOutput { last.removeFirst(last.count - Self.mostOutput) }
        }
        return last
      }
      debugLog("fetch command done: \(result.terminationStatus.isSuccess)")
      if Task.isCancelled { throw SyncProblem.cancelled }
      let text = String(decoding: result.closureResult.suffix(Self.mostOutput), as: UTF8.self)
      return (text, result.terminationStatus.isSuccess)
    } catch let problem as SyncProblem {
      throw problem
    } catch {
      throw Task.isCancelled ? .cancelled : .other(String(describing: error))
    }
  }

  /// As much of its output as is kept, in bytes: the end, where errors are.
  private static let mostOutput = 64 << 10
  /// How long it may take to end when it is asked to.
  private static let timeout = Duration.seconds(3)
}
