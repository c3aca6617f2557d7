internal import CDunnockCurl
internal import Glibc

/// A connection to an IMAP or SMTP server, logged in by libcurl, which knows TLS and all ways to prove who one is; what is said from then on
/// is said and read here.
///
/// Each call blocks its thread until the server has answered or what was handed in says that nobody waits for it. It belongs to one thread
/// at a time.
package final class MailConnection {
  /// What a server speaks.
  package enum Language: String, CaseIterable, Sendable { case imap, smtp }

  /// Whom to log in.
  package struct Login: Sendable {
    package enum Proof: Sendable {
      /// By a way of saying it that all know, or where `byAnyWay` by any that the server offers.
      case password(String, byAnyWay: Bool)
      /// An OAuth 2 access token (RFC 7628, and XOAUTH2).
      case token(String)
    }

    package var user: String
    package var proof: Proof

    package init(user: String, proof: Proof) { (self.user, self.proof) = (user, proof) }
  }

  /// Why there is no connection, or none any more.
  package struct Failure: Error {
    package enum Reason: String, CaseIterable, Sendable {
      case noHost
      case unreachable
      /// Not even a beginning of TLS was made.
      case noEncryption
      /// The server's certificate was not taken.
      case certificate
      /// The server took neither name nor proof.
      case denied
      /// The server did not do what it was asked, and can be asked on.
      case declined
      /// Who asked waits no more.
      case cancelled
      /// The server sent more than a real mailbox can need.
      case tooMuch
      /// The server listed more folders than a real mailbox can have.
      case tooManyFolders
      case other
    }

    package let reason: Reason
    /// What libcurl or the system says of it.
    package let words: String
    /// What the server said until then.
    package let lines: [[UInt8]]
    /// Whether name and proof went there.
    package let triedLogin: Bool
  }

  /// What the server said while the connection was made, line by line without line ends.
  package var greeting: [[UInt8]] { traffic.lines }

  private let curl: UnsafeMutableRawPointer
  private let traffic: Traffic
  private let language: Language
  let isCancelled: @Sendable () -> Bool
  private var unread: [UInt8] = []
  private var position = 0
  private var commands = 0
  /// Messages in the selected folder, by the last EXISTS.
  var messages = 0
  /// Bytes of literals in the line that was read last.
  private(set) var literalBytes = 0
  /// When reading ends, even if the server sends data all the time; nil where only silence ends it.
  private var deadline: ContinuousClock.Instant?
  /// Whether the server can still be asked something: false once a call has failed, or another program has used the connection.
  private var isUsable = true
  /// The number of the connection in the log.
  let number = nextNumber()

  /// Connects and logs in.
  ///
  /// - Parameters:
  ///   - login: Nil: nobody, to look at the server alone.
  ///   - certificate: Taken besides those that the system trusts, as PEM.
  ///   - language: Of the server.
  ///   - isCancelled: Whether nobody waits for it any more; asked several times a second.
  /// - Throws: After 15 seconds without a connection, and 40 without an answer.
  package init(
    to server: MailServer, as login: Login?, trusting certificate: String?,
    speaking language: Language = .imap,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(Failure) {
    guard let curl = Self.handle(for: server, language) else {
      throw Failure(reason: .other, words: "libcurl", lines: [], triedLogin: false)
    }
    (self.curl, self.isCancelled, self.language) = (curl, isCancelled, language)
    traffic = Traffic(isCancelled: isCancelled)
    set(CURLOPT_USE_SSL, server.security == .none ? dnk_curl_usessl_none : dnk_curl_usessl_all)
    if let certificate { trust(certificate) }
    if let login { logIn(login) }
    debugLog("connection \(number): \(language) connecting, security \(server.security)")
    do throws(Failure) { try perform() } catch {
      debugLog(
        "connection \(number): not connected, \(error.reason), login tried: \(error.triedLogin)")
      throw error
    }
    debugLog("connection \(number): connected, logged in: \(login != nil)")
  }

  /// The certificate that a server shows, as PEM, whoever that is: nothing is said to it. Nil where it shows none.
  package static func certificate(
    of server: MailServer, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> String? {
    guard let curl = handle(for: server, .imap) else { return nil }
    defer { curl_easy_cleanup(curl) }
    let traffic = Traffic(isCancelled: isCancelled)
    traffic.follow(curl)
    for (option, value) in [
      (CURLOPT_CERTINFO, 1), (CURLOPT_SSL_VERIFYPEER, 0), (CURLOPT_SSL_VERIFYHOST, 0),
      (CURLOPT_USE_SSL, dnk_curl_usessl_all),
    ] {
      _ = dnk_curl_set_number(curl, option, value)
    }
    return withExtendedLifetime(traffic) {
      guard curl_easy_perform(curl) == CURLE_OK, let chain = dnk_curl_certificates(curl),
        chain.pointee.num_of_certs > 0
      else { return nil }
      var entry = chain.pointee.certinfo?[0]
      while let item = entry {
        let text = String(cString: item.pointee.data)
        if text.hasPrefix("Cert:") { return String(text.dropFirst(5)) }
        entry = item.pointee.next
      }
      return nil
    }
  }

  deinit {
    if isUsable {
      let farewell = language == .imap ? "\(nextTag()) LOGOUT\r\n" : "QUIT\r\n"
      try? within(Self.farewellSeconds) { () throws(Failure) in
        try send(farewell.utf8)
        try wait(for: POLLIN)
      }
    }
    // libcurl logs out as well, and would wait up to two minutes for an answer.
    shutdown(descriptor, Int32(SHUT_RDWR))
    curl_easy_cleanup(curl)
    debugLog("connection \(number): logged out and closed")
  }

  // MARK: Setting up

  static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
  private static let connectSeconds = 15
  static let answerSeconds = 40
  /// How long a server may take to answer LOGOUT or QUIT. Nothing depends on the answer.
  private static let farewellSeconds = 2.0

  /// What connects to a server and does nothing else; nil where libcurl cannot begin.
  private static func handle(
    for server: MailServer, _ language: Language
  ) -> UnsafeMutableRawPointer? {
    guard isReady, let curl = curl_easy_init() else { return nil }
    let scheme = language.rawValue
    for (option, value) in [
      (CURLOPT_URL, server.url(language)), (CURLOPT_PROTOCOLS_STR, "\(scheme),\(scheme)s"),
      (CURLOPT_PROXY, ""),
    ] {
      _ = dnk_curl_set_text(curl, option, value)
    }
    for (option, value) in [
      (CURLOPT_CONNECT_ONLY, 1), (CURLOPT_CONNECTTIMEOUT, connectSeconds),
      (CURLOPT_TIMEOUT, answerSeconds), (CURLOPT_TCP_KEEPALIVE, 1), (CURLOPT_NOSIGNAL, 1),
    ] {
      _ = dnk_curl_set_number(curl, option, value)
    }
    return curl
  }

  private func set(_ option: CURLoption, _ value: String) {
    _ = dnk_curl_set_text(curl, option, value)
  }

  private func set(_ option: CURLoption, _ value: Int) {
    _ = dnk_curl_set_number(curl, option, value)
  }

  private func trust(_ pem: String) {
    let bytes = Array(pem.utf8)
    bytes.withUnsafeBytes {
      _ = dnk_curl_set_bytes(curl, CURLOPT_CAINFO_BLOB, $0.baseAddress, $0.count)
    }
  }

  private func logIn(_ login: Login) {
    set(CURLOPT_USERNAME, login.user)
    switch login.proof {
    case .password(let password, let byAnyWay):
      set(CURLOPT_PASSWORD, password)
      // Else it would rather use Kerberos for any name with an @, and fail.
      if !byAnyWay { set(CURLOPT_LOGIN_OPTIONS, "AUTH=PLAIN;AUTH=LOGIN") }
    case .token(let token): set(CURLOPT_XOAUTH2_BEARER, token)
    }
  }

  private func perform() throws(Failure) {
    traffic.follow(curl)
    var words = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
    let status = words.withUnsafeMutableBufferPointer { words in
      _ = dnk_curl_set_context(curl, CURLOPT_ERRORBUFFER, words.baseAddress)
      defer { _ = dnk_curl_set_context(curl, CURLOPT_ERRORBUFFER, nil) }
      return curl_easy_perform(curl)
    }
    guard status != CURLE_OK else { return }
    let said = String(
      decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    throw failure(
      Self.reason(status, hasSaid: !traffic.lines.isEmpty),
      said.isEmpty ? String(cString: curl_easy_strerror(status)) : said)
  }

  private static func reason(_ status: CURLcode, hasSaid: Bool) -> Failure.Reason {
    switch status {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .noHost
    case CURLE_COULDNT_CONNECT, CURLE_OPERATION_TIMEDOUT, CURLE_GOT_NOTHING, CURLE_RECV_ERROR,
      CURLE_SEND_ERROR:
      .unreachable
    case CURLE_SSL_CONNECT_ERROR: hasSaid ? .other : .noEncryption
    case CURLE_USE_SSL_FAILED: .noEncryption
    case CURLE_PEER_FAILED_VERIFICATION: .certificate
    case CURLE_LOGIN_DENIED: .denied
    case CURLE_ABORTED_BY_CALLBACK: .cancelled
    default: .other
    }
  }

  func failure(_ reason: Failure.Reason, _ words: String = "") -> Failure {
    if reason != .declined { isUsable = false }
    return Failure(
      reason: reason, words: words, lines: traffic.lines, triedLogin: traffic.triedLogin)
  }

  // MARK: To and fro

  /// Sends all of it.
  func send(_ bytes: some Collection<UInt8>) throws(Failure) {
    var rest = Array(bytes)[...]
    while try !sendWhatFits(&rest) { try wait(for: POLLOUT) }
  }

  /// Sends bytes until the server takes no more for now, and removes them from `rest`.
  ///
  /// - Returns: Whether all bytes are sent.
  func sendWhatFits(_ rest: inout ArraySlice<UInt8>) throws(Failure) -> Bool {
    while !rest.isEmpty {
      var count = 0
      let status = rest.withUnsafeBytes {
        curl_easy_send(curl, $0.baseAddress, $0.count, &count)
      }
      rest = rest.dropFirst(count)
      if status == CURLE_AGAIN { return false }
      if status != CURLE_OK {
        throw failure(.unreachable, String(cString: curl_easy_strerror(status)))
      }
    }
    return true
  }

  /// What has come, at least a byte; nil where nothing has yet.
  ///
  /// - Throws: At the end as well.
  func received(atMost count: Int = 1 << 16) throws(Failure) -> [UInt8]? {
    var status = CURLE_OK
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { bytes, read in
      status = curl_easy_recv(curl, bytes.baseAddress, bytes.count, &read)
      if status != CURLE_OK { read = 0 }
    }
    if status == CURLE_AGAIN { return nil }
    guard status == CURLE_OK, !bytes.isEmpty else { throw failure(.unreachable, "EOF") }
    return bytes
  }

  /// What poll(2) waits at.
  var descriptor: Int32 { dnk_curl_socket(curl) }

  /// The next line, whatever stands at its end, without its end.
  func plainLine(within seconds: Double) throws(Failure) -> [UInt8] {
    var line: [UInt8] = []
    try read(into: &line, atMost: 1 << 16, within: seconds) { $0 == UInt8(ascii: "\n") }
    line.removeLast()
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line
  }

  /// Waits until the server says something or takes something.
  private func wait(for events: Int32, seconds: Double = Double(answerSeconds)) throws(Failure) {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      try goOn()
      var look = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      if poll(&look, 1, Self.pause) > 0 { return }
    }
    throw failure(.unreachable, String(cString: strerror(ETIMEDOUT)))
  }

  /// Throws once the caller has cancelled or the deadline is over.
  private func goOn() throws(Failure) {
    if isCancelled() { throw failure(.cancelled) }
    if let deadline, deadline <= .now {
      throw failure(.unreachable, String(cString: strerror(ETIMEDOUT)))
    }
  }

  /// Reads something that must be complete in time, however much the server sends meanwhile.
  func within<Value>(
    _ seconds: Double, _ read: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    deadline = .now + .seconds(seconds)
    defer { deadline = nil }
    return try read()
  }

  /// The connection is of no use any more: it ends without a farewell.
  func abandon() { isUsable = false }

  /// Between two questions whether anybody still waits, milliseconds.
  static let pause: Int32 = 200

  /// The next line, with what is counted out within it, without its end.
  ///
  /// - Parameters:
  ///   - most: The bytes that it may have.
  ///   - seconds: How long it may take to come.
  package func line(
    atMost most: Int = 1 << 20, within seconds: Double = Double(answerSeconds)
  ) throws(Failure) -> [UInt8] {
    var line: [UInt8] = []
    literalBytes = 0
    while true {
      let start = line.count
      try read(into: &line, atMost: most, within: seconds) { $0 == UInt8(ascii: "\n") }
      line.removeLast()
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      guard let length = ImapValue.literalLength(of: line[start...]) else { return line }
      guard length <= most - line.count else { throw failure(.tooMuch) }
      line += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
      literalBytes += length
      var left = length
      while left > 0 {
        try fill(within: seconds)
        let part = unread[position...].prefix(left)
        line += part
        left -= part.count
        position += part.count
      }
    }
  }

  private func read(
    into line: inout [UInt8], atMost most: Int, within seconds: Double,
    upTo isEnd: (UInt8) -> Bool
  ) throws(Failure) {
    while true {
      try fill(within: seconds)
      let end = unread[position...].firstIndex(where: isEnd)
      let next = end.map { $0 + 1 } ?? unread.count
      line += unread[position..<next]
      position = next
      if line.count > most { throw failure(.tooMuch) }
      if end != nil { return }
    }
  }

  /// Makes sure that something is to be read.
  private func fill(within seconds: Double) throws(Failure) {
    while try !hasInput() { try wait(for: POLLIN, seconds: seconds) }
  }

  /// Whether something is to be read at once.
  func hasInput() throws(Failure) -> Bool {
    if position < unread.count { return true }
    try goOn()
    guard let bytes = try received() else { return false }
    (unread, position) = (bytes, 0)
    return true
  }

  /// What was read of the server and is not asked for yet.
  func takeUnread() -> [UInt8] {
    defer { (unread, position) = ([], 0) }
    return Array(unread[position...])
  }

  /// The mark of the next command.
  func nextTag() -> String {
    commands += 1
    return "d\(commands)"
  }
}

/// What libcurl tells of while it connects.
private final class Traffic {
  private(set) var lines: [[UInt8]] = []
  private(set) var triedLogin = false
  private let isCancelled: () -> Bool

  init(isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }

  /// Has a handle tell this object, which must outlive it or what it does.
  func follow(_ curl: UnsafeMutableRawPointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = dnk_curl_set_number(curl, CURLOPT_VERBOSE, 1)
    _ = dnk_curl_set_context(curl, CURLOPT_DEBUGDATA, context)
    _ = dnk_curl_on_traffic(curl) { _, type, bytes, count, context in
      guard let bytes, let context else { return 0 }
      let traffic = Unmanaged<Traffic>.fromOpaque(context).takeUnretainedValue()
      let data = UnsafeRawBufferPointer(start: bytes, count: count)
      switch type {
      case CURLINFO_HEADER_IN: traffic.add(data)
      case CURLINFO_HEADER_OUT: traffic.look(at: data)
      default: break
      }
      return 0
    }
    _ = dnk_curl_set_number(curl, CURLOPT_NOPROGRESS, 0)
    _ = dnk_curl_set_context(curl, CURLOPT_XFERINFODATA, context)
    _ = dnk_curl_on_progress(curl) { context, _, _, _, _ in
      guard let context else { return 0 }
      return Unmanaged<Traffic>.fromOpaque(context).takeUnretainedValue().isCancelled() ? 1 : 0
    }
  }

  private func add(_ data: UnsafeRawBufferPointer) {
    // A hostile server says what it likes for as long as it is listened to.
    guard lines.count < 1_000 else { return }
    for line in data.split(separator: UInt8(ascii: "\n")) {
      lines.append(Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
    }
  }

  /// Looks whether that is a login, of which nothing is kept.
  private func look(at data: UnsafeRawBufferPointer) {
    let words = data.prefix(64).split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard words.count > 1 else { return }
    let verb = String(decoding: words[1], as: UTF8.self).uppercased()
    if verb == "AUTHENTICATE" || verb == "LOGIN" || words[0].elementsEqual("AUTH".utf8) {
      triedLogin = true
    }
  }
}

extension MailServer {
  /// As libcurl wants it: whatever stands in it, the host is one.
  func url(_ language: MailConnection.Language) -> String {
    let bare = String(host.drop { $0 == "[" }.prefix { $0 != "]" })
    let name = bare.contains(":") ? "[\(bare)]" : bare.unicodeScalars.map(Self.encoded).joined()
    // What an SMTP server is told of who greets it, else this computer's name.
    let path = language == .smtp ? "%5B127.0.0.1%5D" : ""
    return "\(language.rawValue)\(security == .tls ? "s" : "")://\(name):\(port)/\(path)"
  }

  private static func encoded(_ scalar: Unicode.Scalar) -> String {
    let isPlain =
      !scalar.isASCII || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || ".-_".unicodeScalars.contains(scalar)
    return isPlain
      ? String(scalar) : "%" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
  }
}
