internal import CDunnockGMime

extension Protection {
  /// The protection by a `multipart/encrypted` or `multipart/signed` (RFC 1847); nil for any other.
  ///
  /// Exchange turns `multipart/encrypted` into `multipart/mixed` and keeps its parts.
  init?(
    multipart object: UnsafeMutablePointer<GMimeObject>,
    children: [UnsafeMutablePointer<GMimeObject>]
  ) {
    let isSMIME =
      (object.parameter("protocol") ?? "").lowercased().contains("pkcs7")
      || children.contains { $0.isOfType("application", "pkcs7-signature") }
      || children.contains { $0.isOfType("application", "x-pkcs7-signature") }
    if object.isOfType("multipart", "mixed"),
      children.contains(where: { $0.isOfType("application", "pgp-encrypted") })
    {
      self = .encrypted(.openPGP)
    } else if object.isOfType("multipart", "encrypted") {
      self = .encrypted(isSMIME ? .smime : .openPGP)
    } else if object.isOfType("multipart", "signed") {
      self = .signed(isSMIME ? .smime : .openPGP)
    } else {
      return nil
    }
  }

  /// The protection by a part of S/MIME (RFC 8551, section 3.2); nil for any other part, and for one that only holds certificates.
  init?(
    part: UnsafeMutablePointer<GMimePart>, _ object: UnsafeMutablePointer<GMimeObject>
  ) {
    let isNamed = g_mime_part_get_filename(part).map {
      String(cString: $0).lowercased() == "smime.p7m"
    }
    guard
      object.isOfType("application", "pkcs7-mime") || object.isOfType("application", "x-pkcs7-mime")
        || object.isOfType("application", "octet-stream") && isNamed == true
    else { return nil }
    switch object.parameter("smime-type")?.lowercased() {
    case "enveloped-data", "authenveloped-data": self = .encrypted(.smime)
    case "signed-data": self = .insideSignature
    case nil:
      // The type of the content is at its beginning: of `signedData` for what older programs send without a parameter.
      let start = part.decoded(limit: Self.length).bytes
      let isSigned = start.indices.contains { start[$0...].starts(with: Self.signedData) }
      self = isSigned ? .insideSignature : .encrypted(.smime)
    default: return nil
    }
  }

  /// How much of a part tells of what type its content is, in bytes.
  private static let length = 32
  /// 1.2.840.113549.1.7.2 (RFC 5652, section 5.1).
  private static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
}
