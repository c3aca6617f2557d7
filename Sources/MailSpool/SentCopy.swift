internal import FileSystem
internal import Glibc
internal import MailModel
internal import MaildirStore

/// The copy of a mail in the folder for sent mail.
struct SentCopy {
  /// A base name that no message ever had.
  static func freshName() -> String {
    "\(time(nil)).\(FileName.uniquePart(waking: nil, woken: nil)).h"
  }

  /// The folder, a Maildir.
  let folder: ByteName
  /// Its base name there.
  let name: String

  private func part(_ part: String) -> ByteName { folder.entry(ByteName(part)) }

  /// Whether it is there, whatever flags and number it has got.
  private var isThere: Bool {
    var isThere = false
    for part in [part("cur"), part("new")] {
      try? Directory(part).entries { entry, _ in
        if FileName(entry).key == ByteName(name) { isThere = true }
      }
    }
    return isThere
  }

  /// Puts it there, unless it is there; an errno, or 0.
  ///
  /// - Parameters:
  ///   - descriptor: The mail as it was sent.
  ///   - blindField: What its own header lacks.
  func put(_ descriptor: Int32, _ blindField: String) -> Int32 {
    if isThere { return 0 }
    let rest = part("tmp").entry(ByteName(name))
    // What an attempt left that was cut short.
    _ = rest.withCString { unlink($0) }
    let file = rest.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    guard file >= 0 else { return errno }
    var code = write(descriptor, blindField, to: file)
    if code == 0, fsync(file) != 0 { code = errno }
    close(file)
    if code == 0 { code = rename() }
    if code != 0 { _ = rest.withCString { unlink($0) } }
    return code
  }

  private func write(_ descriptor: Int32, _ blindField: String, to file: Int32) -> Int32 {
    var code = WriteCalls.write(Array(blindField.utf8), to: file)
    var place: off_t = 0
    while code == 0 {
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, filled in
        repeat {
          count = pread(descriptor, buffer.baseAddress, buffer.count, place)
        } while count < 0 && errno == EINTR
        filled = max(count, 0)
      }
      if count < 0 { return errno }
      if count == 0 { break }
      place += off_t(count)
      code = WriteCalls.write(bytes, to: file)
    }
    return code
  }

  private func rename() -> Int32 {
    let calls = RenameCalls()
    do throws(Directory.Failure) {
      let (from, to) = (try Directory(part("tmp")), try Directory(part("cur")))
      let code = calls.rename(
        ByteName(name), in: from, to: ByteName("\(name):2,S"), in: to, isFresh: true)
      return code != 0 ? code : calls.sync(to.descriptor)
    } catch { return error.code }
  }
}
