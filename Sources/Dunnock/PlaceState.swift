import Glibc

/// What is at the path of a mailbox, as cheaply as one can tell whether it is worth trying to open it again.
struct PlaceState: Equatable {
  private var device: UInt64 = 0
  private var inode: UInt64 = 0
  private var mode: UInt32 = 0
  private var seconds = 0
  private var nanoseconds = 0

  init(_ place: MailboxPlace) {
    var status = stat()
    guard place.path.withCString({ stat($0, &status) }) == 0 else { return }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    mode = UInt32(status.st_mode)
    seconds = status.st_ctim.tv_sec
    nanoseconds = status.st_ctim.tv_nsec
  }
}
