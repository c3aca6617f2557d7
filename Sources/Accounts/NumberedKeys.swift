internal import FileSystem
internal import Glibc
internal import MailModel

/// The base names of a folder's messages without their numbers, by the numbers that mbsync has given them.
///
/// All are in one run of bytes, sorted: there may be very many, and hardly ever is one of them asked for.
struct NumberedKeys {
  private struct Entry {
    let uid: UInt32
    let start: UInt32
    let end: UInt32
    /// By its number, and of those with the same the earlier first.
    var order: UInt64 { UInt64(uid) << 32 | UInt64(start) }
    var range: Range<Int> { Int(start)..<Int(end) }
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []

  init() {}

  /// Reads ``records(after:)``; what is none is passed over.
  ///
  /// - Parameter start: Where in the bytes they begin.
  init(records bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    bytes.withUnsafeBufferPointer { bytes in
      var index = start
      while index < bytes.count {
        let uid = bytes.number(at: &index)
        let space = index
        index = bytes.end(of: 0, from: index)
        if let uid, space < index, bytes[space] == UInt8(ascii: " ") {
          entries.append(Entry(uid: uid, start: UInt32(space + 1), end: UInt32(index)))
        }
        index += 1
      }
    }
    sort()
  }

  /// Each as its number, a space, the name and a NUL.
  ///
  /// - Parameter start: What is to stand before them.
  func records(after start: [UInt8] = []) -> [UInt8] {
    let most = start.count + bytes.count + 12 * entries.count
    return [UInt8](unsafeUninitializedCapacity: most) { records, count in
      func add(_ byte: UInt8) {
        records.initializeElement(at: count, to: byte)
        count += 1
      }
      func add(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        _ = records[count...].initialize(fromContentsOf: bytes)
        count += bytes.count
      }
      func add(decimal number: UInt32) {
        if number >= 10 { add(decimal: number / 10) }
        add(UInt8(ascii: "0") + UInt8(number % 10))
      }
      start.withUnsafeBufferPointer { add($0[...]) }
      bytes.withUnsafeBufferPointer { bytes in
        for entry in entries {
          add(decimal: entry.uid)
          add(UInt8(ascii: " "))
          add(bytes[entry.range])
          add(0)
        }
      }
    }
  }

  var count: Int { entries.count }

  var highest: UInt32? { entries.last?.uid }

  subscript(uid: UInt32) -> ByteName? { position(of: uid).map { name(of: entries[$0]) } }

  /// In the order of their numbers.
  var all: some Sequence<(uid: UInt32, key: ByteName)> {
    entries.lazy.map { ($0.uid, name(of: $0)) }
  }

  /// Adds a name in two pieces; ``sort()`` follows before anything is asked.
  mutating func add(
    _ uid: UInt32, _ key: some Collection<UInt8>, _ rest: some Collection<UInt8> = EmptyCollection()
  ) {
    let start = bytes.count
    bytes.append(contentsOf: key)
    bytes.append(contentsOf: rest)
    entries.append(Entry(uid: uid, start: UInt32(start), end: UInt32(bytes.count)))
  }

  mutating func add(_ others: NumberedKeys) {
    for entry in others.entries { add(entry.uid, others.bytes[entry.range]) }
  }

  /// Puts all in order. Of those with the same number the last added stays.
  ///
  /// - Returns: The numbers that several names had.
  @discardableResult mutating func sort() -> Set<UInt32> {
    var clashes: Set<UInt32> = []
    // They are read in about the order of their numbers.
    if zip(entries, entries.dropFirst()).allSatisfy({ $0.uid < $1.uid }) { return clashes }
    entries.sort { $0.order < $1.order }
    var last = 0
    for entry in entries.dropFirst() {
      if entries[last].uid != entry.uid {
        last += 1
      } else if !isEqual(entries[last], entry, in: self) {
        clashes.insert(entry.uid)
      }
      entries[last] = entry
    }
    entries.removeLast(max(entries.count - 1 - last, 0))
    return clashes
  }

  /// Those of some numbers that no message has; soonest told where they ascend.
  func missing(among uids: some Sequence<UInt32>) -> Set<UInt32> {
    var missing: Set<UInt32> = []
    var next = 0
    for uid in uids {
      if next < entries.count, entries[next].uid == uid {
        next += 1
      } else if let position = position(of: uid) {
        next = position + 1
      } else {
        missing.insert(uid)
      }
    }
    return missing
  }

  /// Whether others have all of these.
  func isContained(in others: NumberedKeys) -> Bool {
    var rest = others.entries[...]
    return entries.allSatisfy { entry in
      rest = rest.drop { $0.uid < entry.uid }
      return rest.first.map { $0.uid == entry.uid && isEqual(entry, $0, in: others) } ?? false
    }
  }

  private func isEqual(_ entry: Entry, _ other: Entry, in others: NumberedKeys) -> Bool {
    bytes[entry.range] == others.bytes[other.range]
  }

  private func name(of entry: Entry) -> ByteName { ByteName(bytes[entry.range]) }

  private func position(of uid: UInt32) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].uid < uid { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].uid == uid ? low : nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Reads a number in decimal digits, and goes on behind it; nil where there is none or it is too high.
  func number(at index: inout Int) -> UInt32? {
    let start = index
    var number: UInt64 = 0
    while index < count, case let digit = self[index] &- UInt8(ascii: "0"), digit < 10 {
      number = Swift.min(10 * number + UInt64(digit), 1 << 32)
      index += 1
    }
    return start < index ? UInt32(exactly: number) : nil
  }

  /// Where a byte is next, or the end.
  func end(of byte: UInt8, from index: Int) -> Int {
    guard index < count, let start = baseAddress,
      let found = memchr(start + index, Int32(byte), count - index)
    else { return count }
    return UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }
}
