internal import Foundation
internal import MailConnection
internal import Subprocess

/// curl as it asks a mail server: told on its standard input, where nobody else can read along.
enum Curl {
  /// Whom to log in.
  struct Login {
    var user: String
    var password: String
    /// Whether any way to log in will do that the server offers, instead of the two that all know.
    var takesAnyMechanism = false
  }

  /// curl's exit status where the server did not take name and password.
  static let loginDenied = 67

  /// Asks a server one thing after the other over one connection, until it refuses one.
  ///
  /// - Parameters:
  ///   - certificate: Taken besides those that the system trusts, as PEM.
  ///   - isInPieces: Whether it reads little at once: it hears of more folders then, but of lines
  ///     that are long the beginning alone.
  ///   - showingCertificate: Whether it shows the certificate, whoever the server is; never with a
  ///     login.
  static func ask(
    _ server: MailServer, _ requests: [String], _ login: Login?, _ certificate: String?,
    inPieces isInPieces: Bool = false, showingCertificate: Bool = false
  ) async throws(Trial.Problem) -> Answer {
    let file = try certificate.map { pem throws(Trial.Problem) in try temporaryFile(pem) }
    defer { if let file { try? FileManager.default.removeItem(atPath: file) } }
    let showsCertificate = showingCertificate && login == nil
    let words = configuration(
      server, requests, login, certificateFile: file, isInPieces: isInPieces,
      showsCertificate: showsCertificate)
    do {
      let result = try await Subprocess.run(
        .name("curl"), arguments: ["-q", "--config", "-"], input: .string(words),
        output: .bytes(limit: maximumAnswer), error: .bytes(limit: maximumAnswer))
      try Task.checkCancellation()
      return Answer(statuses: result.standardOutput, traffic: result.standardError)
    } catch let error as SubprocessError {
      if error.code == .executableNotFound { throw .noProgram }
      throw .other(error.code == .outputLimitExceeded ? "…" : "curl")
    } catch {
      throw .unreachable(server.host)
    }
  }

  /// What curl is told: a part for each request.
  static func configuration(
    _ server: MailServer, _ requests: [String], _ login: Login?, certificateFile: String?,
    isInPieces: Bool = false, showsCertificate: Bool = false
  ) -> String {
    let part = requests.map { request in
      var lines = [
        "url = \(quoted(url(server, login)))", "request = \(quoted(request))",
        #"output = "/dev/null""#, #"proto = "=imap,imaps""#, "connect-timeout = 15",
        "max-time = \(request == requests.first ? 40 : 10)",
        "write-out = \(quoted(showsCertificate ? "%{certs}" : "%{exitcode} %{errormsg}\n"))",
      ]
      if server.security == .starttls { lines.append("ssl-reqd") }
      // It reads as much at once.
      if isInPieces { lines.append("limit-rate = 1024") }
      if showsCertificate { lines.append("insecure") }
      if let certificateFile { lines.append("cacert = \(quoted(certificateFile))") }
      // Else it would rather use Kerberos for any name with an @, and fail.
      if let login, !login.takesAnyMechanism {
        lines.append(#"login-options = "AUTH=PLAIN;AUTH=LOGIN""#)
      }
      return lines.joined(separator: "\n")
    }
    return "verbose\nsilent\nfail-early\n" + part.joined(separator: "\nnext\n") + "\n"
  }

  /// A value as curl's configuration wants it.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += #"\\"#
      case "\"": result += #"\""#
      case "\n": result += #"\n"#
      case "\r": result += #"\r"#
      case "\t": result += #"\t"#
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func url(_ server: MailServer, _ login: Login?) -> String {
    let bare = server.host.trimmingCharacters(in: ["[", "]"])
    let host = bare.contains(":") ? "[\(bare)]" : encoded(bare, besides: ".-_")
    let person = login.map {
      encoded($0.user, besides: "") + ":" + encoded($0.password, besides: "") + "@"
    }
    let scheme = server.security == .tls ? "imaps" : "imap"
    return "\(scheme)://\(person ?? "")\(host):\(server.port)/"
  }

  /// Every byte but letters and digits as `%XX`; what is no ASCII in a host's name stays as well.
  private static func encoded(_ text: String, besides kept: String) -> String {
    text.unicodeScalars.map { scalar in
      let isPlain =
        scalar.isASCII
        ? scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || kept.unicodeScalars.contains(scalar)
        : !kept.isEmpty
      return isPlain
        ? String(scalar)
        : String(scalar).utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }.joined()
  }

  /// A certificate is no secret, but nobody else may put another in its place.
  private static func temporaryFile(_ text: String) throws(Trial.Problem) -> String {
    let path = NSTemporaryDirectory() + "dunnock-\(UUID().uuidString).pem"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .other(String(cString: strerror(errno))) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do { try file.write(contentsOf: Data(text.utf8)) } catch {
      throw .other(error.localizedDescription)
    }
    return path
  }

  /// More than curl lets a server say.
  private static let maximumAnswer = 8 << 20
}
