internal import CDunnockGMime

/// A stream of GMime's whose bytes come from a ``FileReader``, so that they end where the reading does.
enum ReaderStream {
  /// The bytes of a range of the file. The reader must outlive the stream and what is taken from it.
  static func make(_ reader: FileReader, _ range: Range<Int>) -> MimeObject? {
    MimeObject(
      owning: make(
        Unmanaged.passUnretained(reader).toOpaque(), gint64(range.lowerBound),
        gint64(range.upperBound)))
  }

  private static func make(
    _ reader: UnsafeMutableRawPointer, _ start: gint64, _ end: gint64
  ) -> UnsafeMutableRawPointer? {
    guard let object = g_object_new_with_properties(type, 0, nil, nil) else { return nil }
    g_object_set_data(object, key, reader)
    let raw = UnsafeMutableRawPointer(object)
    let file = raw.assumingMemoryBound(to: GMimeStreamFs.self)
    // Only the reader knows where the bytes are.
    file.pointee.fd = -1
    file.pointee.owner = 0
    g_mime_stream_construct(raw.assumingMemoryBound(to: GMimeStream.self), start, end)
    return raw
  }

  private static let key = "dunnock-reader"

  private static let type: GType = {
    var info = GTypeInfo()
    info.class_size = guint16(MemoryLayout<GMimeStreamFsClass>.size)
    info.instance_size = guint16(MemoryLayout<GMimeStreamFs>.size)
    info.class_init = { klass, _ in
      let stream = klass?.assumingMemoryBound(to: GMimeStreamClass.self)
      stream?.pointee.read = { stream, target, count in
        guard let stream, let target, let reader = ReaderStream.reader(of: stream) else {
          return -1
        }
        let room = min(gint64(count), stream.pointee.bound_end - stream.pointee.position)
        guard room > 0 else { return -1 }
        let copied = Unmanaged<FileReader>.fromOpaque(reader).takeUnretainedValue().copy(
          at: Int(stream.pointee.position), to: .init(start: target, count: Int(room)))
        stream.pointee.position += gint64(copied)
        if copied == 0 {
          file(stream).pointee.eos = 1
        }
        return copied
      }
      stream?.pointee.substream = { stream, start, end in
        guard let stream, let reader = ReaderStream.reader(of: stream) else { return nil }
        return ReaderStream.make(reader, start, end)?.assumingMemoryBound(to: GMimeStream.self)
      }
      stream?.pointee.eos = { stream in
        guard let stream else { return 1 }
        let isAtEnd = stream.pointee.position >= stream.pointee.bound_end
        return isAtEnd || file(stream).pointee.eos != 0 ? 1 : 0
      }
      stream?.pointee.length = { stream in
        stream.map { $0.pointee.bound_end - $0.pointee.bound_start } ?? -1
      }
      stream?.pointee.reset = { stream in
        guard let stream else { return -1 }
        stream.pointee.position = stream.pointee.bound_start
        file(stream).pointee.eos = 0
        return 0
      }
      stream?.pointee.seek = { stream, offset, whence in
        guard let stream else { return -1 }
        let (start, end) = (stream.pointee.bound_start, stream.pointee.bound_end)
        let base =
          switch whence {
          case GMIME_STREAM_SEEK_SET: start
          case GMIME_STREAM_SEEK_CUR: stream.pointee.position
          default: end
          }
        let (place, isTooFar) = base.addingReportingOverflow(offset)
        guard !isTooFar, (start...max(start, end)).contains(place) else { return -1 }
        stream.pointee.position = place
        file(stream).pointee.eos = 0
        return place
      }
    }
    return g_type_register_static(
      g_mime_stream_fs_get_type(), "DunnockReaderStream", &info, GTypeFlags(rawValue: 0))
  }()

  private static func file(
    _ stream: UnsafeMutablePointer<GMimeStream>
  ) -> UnsafeMutablePointer<GMimeStreamFs> {
    UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GMimeStreamFs.self)
  }

  private static func reader(
    of stream: UnsafeMutablePointer<GMimeStream>
  ) -> UnsafeMutableRawPointer? {
    g_object_get_data(UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GObject.self), key)
  }
}
