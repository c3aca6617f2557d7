internal import CDunnockGMime

/// Why a part of a message cannot be had.
package enum PartError: Error {
  /// The file cannot be read, or the reading is cancelled.
  case notRead
  case noSuchPart
  /// It goes on behind what is opened of a message.
  case tooLarge
}

extension BodyReader {
  /// The decoded bytes of a part by its number, or with nil the whole message as it is; never less than
  /// all of them.
  package func bytes(ofPart number: Int?) throws(PartError) -> [UInt8] {
    guard let number else {
      guard size <= MessageBody.maximumSize else { throw .tooLarge }
      reader.turnReturns(false)
      let bytes = reader.bytes(in: 0..<size)
      if reader.hasFailed { throw .notRead }
      return bytes
    }
    let opened = open()
    guard let root = opened.root, let extent = opened.extent else {
      throw reader.hasFailed ? .notRead : .noSuchPart
    }
    let leaves = MimeParts(of: root).leaves
    guard leaves.indices.contains(number) else {
      throw reader.hasFailed ? .notRead : .noSuchPart
    }
    let leaf = leaves[number]
    if size > reader.size || extent.isCut, MimeParts.reaches(extent.end, leaf) {
      throw .tooLarge
    }
    let bytes = withExtendedLifetime(opened.message) {
      switch leaf {
      case .part(let part): part.decoded(limit: MessageBody.maximumSize).bytes
      case .message(let part): g_mime_message_part_get_message(part).map { $0.bytes } ?? []
      }
    }
    if reader.hasFailed { throw .notRead }
    return bytes
  }
}

extension UnsafeMutablePointer<GMimeMessage> {
  /// As it stands in the message that it lies in.
  fileprivate var bytes: [UInt8] {
    guard let stream = g_mime_stream_mem_new() else { return [] }
    defer { g_object_unref(stream) }
    let object = UnsafeMutableRawPointer(self).assumingMemoryBound(to: GMimeObject.self)
    g_mime_object_write_to_stream(object, nil, stream)
    let memory = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GMimeStreamMem.self)
    guard let bytes = g_mime_stream_mem_get_byte_array(memory) else { return [] }
    return Array(UnsafeBufferPointer(start: bytes.pointee.data, count: Int(bytes.pointee.len)))
  }
}
