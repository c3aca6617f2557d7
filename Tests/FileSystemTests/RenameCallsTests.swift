import Glibc
import TemporaryMailboxes
import Testing

@testable import FileSystem

@Suite struct RenameCallsTests {
  private let files: TemporaryFiles

  init() throws {
    files = try TemporaryFiles()
    files.add("old", "the old")
    files.add("new", "the new")
  }

  private func rename(_ calls: RenameCalls, isFresh: Bool = false) throws -> Int32 {
    let directory = try Directory(ByteName(files.path))
    return calls.rename(
      ByteName("old"), in: directory, to: ByteName("new"), in: directory, isFresh: isFresh)
  }

  @Test(arguments: [false, true])
  func whatHasTheNameIsNotReplaced(isFresh: Bool) throws {
    #expect(try rename(RenameCalls(), isFresh: isFresh) == EEXIST)
    #expect(files.text(of: "old") == "the old")
    #expect(files.text(of: "new") == "the new")
  }

  @Test(arguments: [EINVAL, ENOSYS, EOPNOTSUPP])
  func norIsItWhereTheFileSystemCannotPromiseIt(code: Int32) throws {
    var calls = RenameCalls()
    calls.noReplace = { _, _, _, _ in code }
    #expect(try rename(calls) == EEXIST)
    #expect(files.text(of: "old") == "the old")
    #expect(files.text(of: "new") == "the new")
  }
}
