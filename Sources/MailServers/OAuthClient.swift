internal import CDunnockCurl
internal import Foundation

/// This program as a provider of mail knows it, and where it asks there (RFC 6749).
public struct OAuthClient: Codable, Hashable, Sendable {
  /// The page where the person lets the program in, and what gives tokens then.
  public var authorise, token: String
  /// What it asks for.
  public var scope: String
  /// What the provider has called the program, and what some want beside, which is no secret in a program that anybody has.
  public var id: String
  public var secret: String?
  /// Trusted besides what the system trusts, as PEM.
  package var certificate: String?

  public init(authorise: String, token: String, scope: String, id: String, secret: String? = nil) {
    (self.authorise, self.token, self.scope) = (authorise, token, scope)
    (self.id, self.secret) = (id, secret)
  }

  /// This one by the name that a provider has given it, in a file with a line for each: the provider, "=", the name, and ":" with what it
  /// wants beside. Nil where that says nothing of it.
  package func named(by provider: String, in path: String) -> OAuthClient? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0] == provider else { continue }
      let words = parts[1].split(separator: ":", maxSplits: 1).map(String.init)
      guard let id = words.first else { return nil }
      var client = self
      (client.id, client.secret) = (id, words.count > 1 ? words[1] : nil)
      return client
    }
    return nil
  }

  /// Where it asks for tokens; nil where nobody may be asked there, for others would read along.
  package var host: String? {
    guard [authorise, token].allSatisfy({ $0.hasPrefix("https://") }) else { return nil }
    return URLComponents(string: token)?.host
  }

  /// What a provider has given.
  package struct Tokens: Codable, Hashable, Sendable {
    /// What a mail server takes, until then in seconds since 1970.
    package var access: String
    package var end: Double
    /// What gives the next.
    package var refresh: String

    /// As they are kept; nil where that says nothing of any.
    package init?(kept text: String) {
      guard let tokens = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else {
        return nil
      }
      self = tokens
    }

    package init(access: String, end: Double, refresh: String) {
      (self.access, self.end, self.refresh) = (access, end, refresh)
    }

    package var kept: String {
      (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Whether it will do for as long as a login takes.
    package var isFresh: Bool { end > Date.now.timeIntervalSince1970 + 120 }
  }

  /// Why there are no tokens.
  package enum Failure: Error, Hashable {
    /// The person or the provider says no.
    case refused
    case unreachable
    case cancelled
    /// Whatever else was answered.
    case other(String)
  }

  /// New tokens for those that end. Blocks its thread, for half a minute at most.
  package func tokens(
    after last: Tokens, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(Failure) -> Tokens {
    try tokens(
      ["grant_type": "refresh_token", "refresh_token": last.refresh], last.refresh, isCancelled)
  }

  /// - Parameter refresh: What gives the next tokens where the answer says nothing of it.
  func tokens(
    _ fields: [String: String], _ refresh: String?, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(Failure) -> Tokens {
    let fields = fields.merging(["client_id": id, "scope": scope]) { $1 }
      .merging(secret.map { ["client_secret": $0] } ?? [:]) { $1 }
    let (status, body) = try post(Self.form(fields), isCancelled)
    guard let answer = try? JSONDecoder().decode(Answer.self, from: body) else {
      throw status >= 500 ? .unreachable : .other("HTTP \(status)")
    }
    guard status == 200, let access = answer.access, access.isToken,
      let refresh = answer.refresh ?? refresh, refresh.isToken
    else {
      let refusals = ["invalid_grant", "interaction_required", "access_denied"]
      if let error = answer.error, refusals.contains(error) { throw .refused }
      throw status >= 500 ? .unreachable : .other(answer.error ?? "HTTP \(status)")
    }
    let seconds = min(max(answer.seconds ?? 3_600, 0), 86_400)
    return Tokens(
      access: access, end: Date.now.timeIntervalSince1970 + seconds, refresh: refresh)
  }

  private struct Answer: Decodable {
    var access, refresh, error: String?
    var seconds: Double?

    enum CodingKeys: String, CodingKey {
      case access = "access_token"
      case refresh = "refresh_token"
      case error
      case seconds = "expires_in"
    }
  }

  /// As a form and a query are written.
  static func form(_ fields: [String: String]) -> String {
    fields.sorted { $0.key < $1.key }.map { "\($0)=\(encoded($1))" }.joined(separator: "&")
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }

  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// Asks for tokens, over TLS and nowhere else than it was told to.
  private func post(
    _ form: String, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(Failure) -> (status: Int, body: Data) {
    guard MailConnection.isReady, let curl = curl_easy_init() else { throw .other("libcurl") }
    defer { curl_easy_cleanup(curl) }
    let answer = Download(isCancelled)
    for (option, value) in [
      (CURLOPT_URL, token), (CURLOPT_PROTOCOLS_STR, "https"), (CURLOPT_PROXY, ""),
      (CURLOPT_COPYPOSTFIELDS, form),
    ] {
      _ = dnk_curl_set_text(curl, option, value)
    }
    for (option, value) in [
      (CURLOPT_CONNECTTIMEOUT, 15), (CURLOPT_TIMEOUT, 30), (CURLOPT_NOSIGNAL, 1),
      (CURLOPT_FOLLOWLOCATION, 0),
    ] {
      _ = dnk_curl_set_number(curl, option, value)
    }
    if let certificate {
      Array(certificate.utf8).withUnsafeBytes {
        _ = dnk_curl_set_bytes(curl, CURLOPT_CAINFO_BLOB, $0.baseAddress, $0.count)
      }
    }
    let status = withExtendedLifetime(answer) {
      answer.follow(curl)
      return curl_easy_perform(curl)
    }
    switch status {
    case CURLE_OK: return (dnk_curl_status(curl), answer.body)
    case CURLE_ABORTED_BY_CALLBACK: throw .cancelled
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_OPERATION_TIMEDOUT,
      CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR:
      throw .unreachable
    default: throw .other(String(cString: curl_easy_strerror(status)))
    }
  }

  /// What is answered, up to what nobody needs.
  private final class Download {
    private(set) var body = Data()
    private let isCancelled: () -> Bool

    init(_ isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }

    /// Has a handle tell this object, which must outlive what it does.
    func follow(_ curl: UnsafeMutableRawPointer) {
      let context = Unmanaged.passUnretained(self).toOpaque()
      _ = dnk_curl_set_context(curl, CURLOPT_WRITEDATA, context)
      _ = dnk_curl_on_data(curl) { bytes, size, count, context in
        guard let bytes, let context else { return 0 }
        let answer = Unmanaged<Download>.fromOpaque(context).takeUnretainedValue()
        guard answer.body.count + size * count <= 1 << 16 else { return 0 }
        answer.body.append(Data(bytes: bytes, count: size * count))
        return size * count
      }
      _ = dnk_curl_set_number(curl, CURLOPT_NOPROGRESS, 0)
      _ = dnk_curl_set_context(curl, CURLOPT_XFERINFODATA, context)
      _ = dnk_curl_on_progress(curl) { context, _, _, _, _ in
        guard let context else { return 0 }
        return Unmanaged<Download>.fromOpaque(context).takeUnretainedValue().isCancelled() ? 1 : 0
      }
    }
  }
}
