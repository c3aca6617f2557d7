import Glibc
import TemporaryMailboxes
import Testing

@testable import FileSystem

@Suite struct DurableFileTests {
  private let files: TemporaryFiles

  init() throws { files = try TemporaryFiles() }

  private func path(_ name: String) -> ByteName { ByteName("\(files.path)/\(name)") }

  private func mode(_ name: String) -> mode_t {
    var status = stat()
    return path(name).withCString { stat($0, &status) } == 0 ? status.st_mode & 0o777 : 0
  }

  private func names() throws -> [String] {
    var names: [String] = []
    try Directory(ByteName(files.path)).entries(withHidden: true) { name, _ in
      names.append(name.description)
    }
    return names
  }

  @Test func theContentIsOnTheDiskBeforeTheNameAndTheNameBeforeTheEnd() throws {
    let synced = SyncedFiles()
    try synced.during { try DurableFile.write(Array("text".utf8), to: path("file")) }
    #expect(synced.areThose(of: path("file").description), "\(synced.steps)")
    #expect(files.text(of: "file") == "text")
  }

  @Test func whatIsNotOnTheDiskReplacesNothing() throws {
    files.add("file", "old")
    #expect(throws: Directory.Failure.self) {
      try SyncedFiles().during(failingWith: ENOSPC) {
        try DurableFile.write(Array("new".utf8), to: path("file"))
      }
    }
    #expect(files.text(of: "file") == "old")
    #expect(try names() == ["file"])
  }

  @Test func aNewFileIsPrivateAndAnOldOneKeepsItsPermissions() throws {
    try DurableFile.write([1], to: path("new"))
    #expect(mode("new") == 0o600)
    files.add("old", "longer than what comes")
    _ = path("old").withCString { chmod($0, 0o640) }
    try DurableFile.write(Array("short".utf8), to: path("old"))
    #expect(mode("old") == 0o640)
    #expect(files.text(of: "old") == "short")
    #expect(try Set(names()) == ["new", "old"])
  }

  @Test func aFailureLeavesWhatWasThereAndNothingElse() throws {
    _ = path("folder").withCString { mkdir($0, 0o700) }
    _ = path("folder/inside").withCString { mkdir($0, 0o700) }
    #expect(throws: Directory.Failure.self) { try DurableFile.write([1], to: path("folder")) }
    #expect(throws: Directory.Failure.self) { try DurableFile.write([1], to: path("none/file")) }
    #expect(try names() == ["folder"])
  }
}
