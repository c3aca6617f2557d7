import Foundation
import TestPrograms

/// What a provider says of tokens to a mail server that asks, as Dovecot 2.4 does; ends with the tests.
enum TokenCheck {
  static let token = "ya29.a0-_~+/token="

  /// What has a server ask there.
  static let settings: String = {
    guard let server else { return "" }
    return """
      oauth2_introspection_mode = get
      oauth2_introspection_url = http://127.0.0.1:\(server.firstLine())/
      oauth2_username_attribute = username
      """
  }()

  private static let server: TestProgram? = {
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
    return try? TestProgram(["/usr/bin/python3", "-c", script, token])
  }()
}
