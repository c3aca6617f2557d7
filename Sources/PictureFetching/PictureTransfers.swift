internal import CDunnockCurl
internal import Glibc

/// The pictures of one mail on their way, on one thread; or a form that is sent.
final class PictureTransfers {
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  private var waiting: ArraySlice<String>
  private var underWay: [UnsafeMutableRawPointer: PictureTransfer] = [:]
  private let form: String?
  private let room = Room()
  private let tell: (_ address: String, _ answer: Answer?) -> Void

  /// What a host said, whether it came to its end or not.
  struct Answer {
    let status: Int
    /// Empty where it broke off.
    let bytes: [UInt8]
  }

  /// How many bytes all of them may still have.
  final class Room {
    var left = Bounds.sizeOfAll
  }

  /// - Parameter form: What each is sent; nil: they are merely asked for.
  init(
    of addresses: [String], posting form: String? = nil,
    _ tell: @escaping (_ address: String, _ answer: Answer?) -> Void
  ) {
    var known: Set<String> = []
    let all = addresses.filter { known.insert($0).inserted }
    waiting = all.prefix(Bounds.count)
    self.form = form
    self.tell = tell
    for address in all.dropFirst(Bounds.count) { tell(address, nil) }
  }

  /// Fetches them, and blocks its thread until all have come or failed, or somebody wants them no more.
  func run(until isCancelled: () -> Bool) {
    guard Self.isReady, let multi = curl_multi_init() else { return }
    defer { curl_multi_cleanup(multi) }
    let end = ContinuousClock.now + .seconds(Bounds.all)
    while !isCancelled(), ContinuousClock.now < end {
      while underWay.count < Bounds.atOnce, let address = waiting.popFirst() {
        begin(address, in: multi)
      }
      if underWay.isEmpty { break }
      var running: Int32 = 0
      guard curl_multi_perform(multi, &running) == CURLM_OK else { break }
      if !takeDone(in: multi) { curl_multi_poll(multi, nil, 0, Self.pause, nil) }
    }
    for (curl, transfer) in underWay {
      finish(curl, in: multi)
      tell(transfer.address, nil)
    }
    for address in waiting { tell(address, nil) }
  }

  private func begin(_ address: String, in multi: UnsafeMutableRawPointer) {
    let transfer = PictureTransfer(address, posting: form, room)
    guard let curl = transfer.handle() else {
      return tell(address, nil)
    }
    guard curl_multi_add_handle(multi, curl) == CURLM_OK else {
      curl_easy_cleanup(curl)
      return tell(address, nil)
    }
    underWay[curl] = transfer
  }

  /// Whether something has come to its end.
  private func takeDone(in multi: UnsafeMutableRawPointer) -> Bool {
    var isAny = false
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let curl = message.pointee.easy_handle,
        let transfer = underWay.removeValue(forKey: curl)
      else { continue }
      isAny = true
      // The handle is gone behind this.
      let isWhole = dnk_curl_result(message) == CURLE_OK
      let status = Int(dnk_curl_status(curl))
      finish(curl, in: multi)
      tell(
        transfer.address,
        status == 0 ? nil : Answer(status: status, bytes: isWhole ? transfer.bytes : []))
    }
    return isAny
  }

  private func finish(_ curl: UnsafeMutableRawPointer, in multi: UnsafeMutableRawPointer) {
    curl_multi_remove_handle(multi, curl)
    curl_easy_cleanup(curl)
  }

  /// Between two questions whether anybody still waits, milliseconds.
  private static let pause: Int32 = 100
}

/// One picture on its way, or one form.
final class PictureTransfer {
  let address: String
  private(set) var bytes: [UInt8] = []
  private var header = 0
  private let form: String?
  private let room: PictureTransfers.Room

  init(_ address: String, posting form: String?, _ room: PictureTransfers.Room) {
    (self.address, self.form, self.room) = (address, form, room)
  }

  /// What fetches it; it tells this object, which must outlive it. Nil where libcurl cannot begin.
  func handle() -> UnsafeMutableRawPointer? {
    guard let curl = curl_easy_init() else { return nil }
    for (option, value) in [
      (CURLOPT_URL, address), (CURLOPT_PROTOCOLS_STR, "https"),
      (CURLOPT_REDIR_PROTOCOLS_STR, "https"), (CURLOPT_PROXY, ""),
      // Some servers refuse who is no browser; it tells no version and no system.
      (CURLOPT_USERAGENT, "Mozilla/5.0"),
    ] + (form.map { [(CURLOPT_COPYPOSTFIELDS, $0)] } ?? []) {
      guard dnk_curl_set_text(curl, option, value) == CURLE_OK else {
        curl_easy_cleanup(curl)
        return nil
      }
    }
    for (option, value) in [
      (CURLOPT_FOLLOWLOCATION, 1), (CURLOPT_MAXREDIRS, Bounds.redirections),
      (CURLOPT_DISALLOW_USERNAME_IN_URL, 1), (CURLOPT_FAILONERROR, 1),
      (CURLOPT_MAXFILESIZE, Bounds.size), (CURLOPT_CONNECTTIMEOUT, Bounds.connecting),
      (CURLOPT_TIMEOUT, Bounds.one), (CURLOPT_NOSIGNAL, 1),
      (CURLOPT_POSTREDIR, Int(dnk_curl_post_again)),
    ] {
      guard dnk_curl_set_number(curl, option, value) == CURLE_OK else {
        curl_easy_cleanup(curl)
        return nil
      }
    }
    follow(curl)
    return curl
  }

  private func follow(_ curl: UnsafeMutableRawPointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA] {
      _ = dnk_curl_set_context(curl, option, context)
    }
    _ = dnk_curl_on_data(curl) { bytes, size, count, context in
      guard let bytes, let context else { return 0 }
      let data = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return Unmanaged<PictureTransfer>.fromOpaque(context).takeUnretainedValue().take(data)
        ? data.count : 0
    }
    _ = dnk_curl_on_header(curl) { _, size, count, context in
      guard let context else { return 0 }
      let transfer = Unmanaged<PictureTransfer>.fromOpaque(context).takeUnretainedValue()
      transfer.header += size * count
      return transfer.header <= Bounds.header ? size * count : 0
    }
    _ = dnk_curl_on_socket(curl) { _, _, address in
      guard let address, PictureTransfer.isPublic(address) else { return CURL_SOCKET_BAD }
      let target = address.pointee
      return socket(target.family, target.socktype | Int32(SOCK_CLOEXEC.rawValue), target.protocol)
    }
  }

  private func take(_ data: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count + data.count <= Bounds.size, data.count <= room.left else { return false }
    room.left -= data.count
    bytes += data
    return true
  }

  private static func isPublic(_ address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
    guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return false }
    let bytes = UnsafeRawBufferPointer(
      start: UnsafeRawPointer(address) + offset, count: Int(address.pointee.addrlen))
    switch address.pointee.family {
    case AF_INET where bytes.count >= 8: return PublicAddress.isPublic(Array(bytes[4..<8]))
    case AF_INET6 where bytes.count >= 24: return PublicAddress.isPublic(Array(bytes[8..<24]))
    default: return false
    }
  }
}
