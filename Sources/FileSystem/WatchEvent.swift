internal import Glibc

/// What inotify tells of one watched directory or file.
package struct WatchEvent {
  /// The number of the watch; -1 where events were lost.
  package let number: Int32
  package let mask: UInt32
  /// The entry it happened to; empty where it happened to what is watched itself.
  package let name: ByteName

  /// The whole events in what was read from inotify.
  static func all(in bytes: ArraySlice<UInt8>) -> [WatchEvent] {
    var events: [WatchEvent] = []
    bytes.withUnsafeBytes { bytes in
      var start = 0
      while start + MemoryLayout<inotify_event>.size <= bytes.count {
        let event = bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
        start += MemoryLayout<inotify_event>.size
        let end = min(start + Int(event.len), bytes.count)
        let name = ByteName(bytes[start..<end].prefix { $0 != 0 })
        events.append(WatchEvent(number: event.wd, mask: event.mask, name: name))
        start = end
      }
    }
    return events
  }

  /// Reads what there is from inotify, without waiting for more.
  package static func read(from descriptor: Int32) -> [WatchEvent] {
    var events: [WatchEvent] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return events }
      events += all(in: buffer[..<count])
    }
  }
}
