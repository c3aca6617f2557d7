internal import CDunnockGio
internal import Foundation
internal import Glibc

/// A person's way through the browser to a provider and back to this program, which listens for them at a port of this computer's for as
/// long as the object lives (RFC 8252, RFC 7636).
package final class BrowserSignIn: Sendable {
  /// What the browser is to show.
  package let page: String

  private let client: OAuthClient
  private let listener: Int32
  private let back: String
  private let state = random()
  private let verifier = random()

  /// - Parameter address: Of whom the provider is to think first.
  /// - Throws: Where no port is to be had.
  package init(_ client: OAuthClient, for address: String) throws(OAuthClient.Failure) {
    self.client = client
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard let port = Self.listen(at: listener) else {
      close(listener)
      throw .other(String(cString: strerror(errno)))
    }
    back = "http://127.0.0.1:\(port)"
    page =
      client.authorise + "?"
      + OAuthClient.form([
        "response_type": "code", "client_id": client.id, "redirect_uri": back,
        "scope": client.scope, "state": state, "login_hint": address, "prompt": "select_account",
        "code_challenge": Self.challenge(of: verifier), "code_challenge_method": "S256",
      ])
  }

  deinit { close(listener) }

  /// Waits for the person to come back, and asks for the tokens. Blocks its thread for as long as anybody waits for it.
  ///
  /// - Parameter words: What the browser shows then.
  package func tokens(
    saying words: String, isCancelled: @escaping @Sendable () -> Bool
  ) throws(OAuthClient.Failure) -> OAuthClient.Tokens {
    while true {
      if isCancelled() { throw .cancelled }
      var look = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      guard poll(&look, 1, MailConnection.pause) > 0 else { continue }
      let visitor = accept(listener, nil, nil)
      guard visitor >= 0 else { continue }
      defer { close(visitor) }
      _ = fcntl(visitor, F_SETFD, FD_CLOEXEC)
      let query = Self.query(of: visitor)
      // Whoever does not know what the browser was told is not the person.
      guard query["state"] == state, query["code"] != nil || query["error"] != nil else {
        Self.answer(visitor, "404 Not Found", "")
        continue
      }
      Self.answer(visitor, "200 OK", words)
      guard let code = query["code"] else { throw .refused }
      return try client.tokens(
        [
          "grant_type": "authorization_code", "code": code, "redirect_uri": back,
          "code_verifier": verifier,
        ], nil, isCancelled)
    }
  }

  /// 256 bits, in letters that stand for themselves anywhere.
  private static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return letters(
      (0..<4).flatMap { _ in
        withUnsafeBytes(of: generator.next()) { Array($0) }
      })
  }

  /// Base 64 as in URLs, without an end.
  private static func letters(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  static func challenge(of verifier: String) -> String {
    let checksum = g_checksum_new(G_CHECKSUM_SHA256)
    defer { g_checksum_free(checksum) }
    g_checksum_update(checksum, Array(verifier.utf8), verifier.utf8.count)
    var digest = [UInt8](repeating: 0, count: 32)
    var count = gsize(digest.count)
    g_checksum_get_digest(checksum, &digest, &count)
    return letters(digest)
  }

  /// - Returns: The port; nil where there is none.
  private static func listen(at descriptor: Int32) -> UInt16? {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && Glibc.listen(descriptor, 8) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    } ? UInt16(bigEndian: address.sin_port) : nil
  }

  /// What a visitor says behind the question mark of a request; nothing where that is too much, or does not come at once.
  private static func query(of visitor: Int32) -> [String: String] {
    var request: [UInt8] = []
    let end = ContinuousClock.now + .seconds(2)
    while !request.contains(UInt8(ascii: "\n")), request.count < 1 << 14 {
      let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
      var look = pollfd(fd: visitor, events: Int16(POLLIN), revents: 0)
      guard left > 0, poll(&look, 1, Int32(left) + 1) > 0 else { return [:] }
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = read(visitor, &bytes, bytes.count)
      guard count > 0 else { return [:] }
      request += bytes[..<count]
    }
    let words = String(decoding: request.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
      .split(separator: " ")
    guard words.count == 3, words[0] == "GET", words[1].hasPrefix("/?"),
      let parts = URLComponents(string: String(words[1]))?.queryItems
    else { return [:] }
    return Dictionary(parts.map { ($0.name, $0.value ?? "") }) { first, _ in first }
  }

  private static func answer(_ visitor: Int32, _ status: String, _ words: String) {
    let text = """
      HTTP/1.1 \(status)\r
      Content-Type: text/plain; charset=utf-8\r
      Content-Length: \(words.utf8.count)\r
      Cache-Control: no-store\r
      Connection: close\r
      \r
      \(words)
      """
    _ = send(visitor, text, text.utf8.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    shutdown(visitor, Int32(SHUT_WR))
  }
}
