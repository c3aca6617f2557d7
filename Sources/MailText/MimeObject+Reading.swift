internal import CDunnockGMime

extension UnsafeMutablePointer<GMimeObject> {
  /// - Parameter subtype: `*` for any.
  func isOfType(_ type: String, _ subtype: String) -> Bool {
    guard let own = g_mime_object_get_content_type(self) else { return false }
    return g_mime_content_type_is_type(own, type, subtype) != 0
  }

  /// A parameter of the content type.
  func parameter(_ name: String) -> String? {
    g_mime_object_get_content_type_parameter(self, name).map { String(cString: $0) }
  }

  /// By what a page refers to it, without angle brackets; nil where it says nothing.
  var contentID: String? {
    let id = g_mime_object_get_content_id(self).map { String(cString: $0).trimmingBrackets }
    return id?.isEmpty == false ? id : nil
  }

  /// Where a page expects it (RFC 2557), without the white space that long ones are folded by.
  var location: String? {
    let place = g_mime_object_get_header(self, "Content-Location").map { field in
      String(cString: field).filter { !$0.isWhitespace }
    }
    return place?.isEmpty == false ? place : nil
  }

  /// By what a page shows it: its Content-ID, or else its location.
  var pictureName: String? {
    contentID ?? location.map { PicturePlaces.place(of: $0, base: nil) }
  }

  /// The type in lower case, safe to show.
  var typeName: String {
    guard let type = g_mime_object_get_content_type(self),
      let name = g_mime_content_type_get_mime_type(type)
    else { return "" }
    defer { g_free(name) }
    return DisplayText.safe(String(cString: name)).lowercased()
  }

  var isCalendar: Bool { isOfType("text", "calendar") || isOfType("application", "ics") }

  var isDeliveryReport: Bool {
    isOfType("message", "delivery-status") || isOfType("message", "global-delivery-status")
  }

  /// A signature that programs check, or what tells them how something is encrypted.
  var isForProgramsAlone: Bool {
    ["pgp-signature", "pkcs7-signature", "x-pkcs7-signature", "pgp-encrypted"]
      .contains { isOfType("application", $0) }
  }
}

extension UnsafeMutablePointer<GMimePart> {
  /// The decoded bytes, at most `limit`, and whether there are more.
  func decoded(limit: Int) -> (bytes: [UInt8], isCut: Bool) {
    guard let wrapper = g_mime_part_get_content(self),
      let source = g_mime_data_wrapper_get_stream(wrapper),
      let filtered = g_mime_stream_filter_new(source)
    else { return ([], false) }
    defer { g_object_unref(filtered) }
    if let decoder = g_mime_filter_basic_new(g_mime_data_wrapper_get_encoding(wrapper), 0) {
      g_mime_stream_filter_add(
        UnsafeMutableRawPointer(filtered).assumingMemoryBound(to: GMimeStreamFilter.self), decoder)
      g_object_unref(decoder)
    }
    g_mime_stream_reset(filtered)
    var bytes: [UInt8] = []
    var buffer = [CChar](repeating: 0, count: 16 << 10)
    while bytes.count < limit {
      let count = g_mime_stream_read(filtered, &buffer, min(buffer.count, limit - bytes.count))
      guard count > 0 else { break }
      buffer.withUnsafeBytes { bytes.append(contentsOf: $0[..<count]) }
    }
    return (bytes, bytes.count >= limit && g_mime_stream_eos(filtered) == 0)
  }

  /// How much of the file it takes as it is encoded, in bytes, and where that ends.
  var extent: (length: Int, end: Int) {
    guard let wrapper = g_mime_part_get_content(self),
      let stream = g_mime_data_wrapper_get_stream(wrapper)
    else { return (0, 0) }
    return (max(0, Int(g_mime_stream_length(stream))), Int(stream.pointee.bound_end))
  }

  /// How long it is when decoded, in bytes: exact up to 64 KiB and where nothing is encoded, else what
  /// its beginning promises.
  var decodedSize: Int {
    let length = extent.length
    guard let wrapper = g_mime_part_get_content(self) else { return 0 }
    switch g_mime_data_wrapper_get_encoding(wrapper) {
    case GMIME_CONTENT_ENCODING_BASE64, GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE,
      GMIME_CONTENT_ENCODING_UUENCODE:
      break
    default: return length
    }
    let exact = 64 << 10
    if length <= exact { return decoded(limit: exact).bytes.count }
    guard let stream = g_mime_data_wrapper_get_stream(wrapper),
      let beginning = g_mime_stream_substream(
        stream, stream.pointee.bound_start, stream.pointee.bound_start + gint64(exact)),
      let sample = g_mime_data_wrapper_new_with_stream(
        beginning, g_mime_data_wrapper_get_encoding(wrapper)),
      let target = g_mime_stream_null_new()
    else { return length }
    defer {
      g_object_unref(beginning)
      g_object_unref(sample)
      g_object_unref(target)
    }
    return Int(max(0, g_mime_data_wrapper_write_to_stream(sample, target))) * length / exact
  }
}

extension UnsafeMutablePointer<GMimeMessage> {
  /// Who wrote it, when and about what, as it stands in the message: GMime's own decoding cuts subjects off.
  var header: HeaderBlock {
    let object = UnsafeMutableRawPointer(self).assumingMemoryBound(to: GMimeObject.self)
    let fields = g_mime_object_get_header_list(object)
    var bytes: [UInt8] = []
    for name in ["From", "Date", "Subject"] {
      guard let fields, let field = g_mime_header_list_get_header(fields, name),
        let raw = g_mime_header_get_raw_value(field)
      else { continue }
      var value = Array(String(cString: raw).utf8.prefix(HeaderBlock.maximumLength / 4))
      // An empty line would end the header.
      while let last = value.last, last <= 0x20 { value.removeLast() }
      bytes += "\(name):".utf8 + value + [0x0A]
    }
    return HeaderBlock(bytes, isWhole: true)
  }
}

extension HeaderBlock {
  /// The subject as a row shows it; empty when there is none.
  var subject: String {
    value("subject").map { DisplayText.safe(EncodedWords.decoded($0)) } ?? ""
  }
}

extension String {
  /// Without white space around it, and without angle brackets within that.
  var trimmingBrackets: String {
    var rest = self[...].drop { $0.isWhitespace || $0 == "<" }
    while let last = rest.last, last.isWhitespace || last == ">" { rest.removeLast() }
    return String(rest)
  }
}
