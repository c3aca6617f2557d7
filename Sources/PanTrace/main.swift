import ArgumentParser
import Foundation
import PanStyles

struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pan-trace",
    abstract: "Replays recorded gestures through a style and prints what the rows did.")

  @Option(help: "The style to replay with; without it, the one the file names.")
  var style: String?

  @Flag(help: "Print the names of all styles.")
  var listStyles = false

  @Option(
    help: ArgumentHelp(
      "Draw each trace over time into an SVG file in place of printing.", valueName: "file"))
  var plot: String?

  @Argument(help: "A file of traces (JSON).")
  var file: String?

  func run() throws {
    if listStyles {
      return print(NamedStyle.all.map(\.name).joined(separator: "\n"))
    }
    let chosen = try style.map(NamedStyle.named)
    guard let file else { throw TraceError("name a file of traces; --help says more") }
    guard let data = FileManager.default.contents(atPath: file) else {
      throw TraceError("\(file) cannot be read; is the path right?")
    }
    do {
      let document = try Document(data)
      guard let style = try chosen ?? document.styleName.map(NamedStyle.named) else {
        throw TraceError("the file names no style; give --style NAME")
      }
      if let plot {
        let picture = try document.plotted(style)
        guard FileManager.default.createFile(atPath: plot, contents: picture) else {
          throw TraceError("\(plot) cannot be written; is the folder there?")
        }
        return
      }
      let answer = try document.replayed(style)
      FileHandle.standardOutput.write(answer + Data("\n".utf8))
    } catch let error as TraceError {
      throw TraceError("\(file): \(error)")
    }
  }
}

do {
  let command = try TraceCommand.parse()
  try command.run()
} catch {
  // Help and version are no mistakes; everything else is one line and status 2.
  if TraceCommand.exitCode(for: error).isSuccess { TraceCommand.exit(withError: error) }
  let message = (error as? TraceError)?.description ?? TraceCommand.message(for: error)
  FileHandle.standardError.write(Data("pan-trace: \(message)\n".utf8))
  exit(2)
}
