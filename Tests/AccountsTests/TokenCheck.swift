import Foundation

/// What a provider says of tokens to a mail server that asks, as Dovecot 2.4 does; ends with the tests.
enum TokenCheck {
  static let token = "ya29.a0-_~+/token="

  /// What has a server ask there.
  static let settings: String = {
    let script = """
      import http.server, sys, threading, urllib.parse
      class Answer(http.server.BaseHTTPRequestHandler):
          def do_GET(self):
              taken = urllib.parse.unquote(self.path[1:]) == sys.argv[1]
              body = b'{"username": "u"}' if taken else b'{}'
              self.send_response(200 if taken else 401)
              self.send_header('Content-Length', str(len(body)))
              self.end_headers()
              self.wfile.write(body)
          def log_message(self, *_): pass
      server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Answer)
      threading.Thread(target=server.serve_forever, daemon=True).start()
      print(server.server_address[1], flush=True)
      sys.stdin.read()
      """
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = ["-c", script, token]
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    do { try process.run() } catch { return "" }
    let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let port = said.trimmingCharacters(in: .whitespacesAndNewlines)
    return """
      oauth2_introspection_mode = get
      oauth2_introspection_url = http://127.0.0.1:\(port)/
      oauth2_username_attribute = username
      """
  }()

  private static let process = Process()
  private static let input = Pipe()
}
