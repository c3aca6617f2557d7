"""A provider that gives tokens, over TLS on loopback, with a certificate that nobody vouches for.

Usage: token_endpoint.py FOLDER. It answers each request by FOLDER/answer, in JSON [status, fields of the header, body], and notes what it was sent
in FOLDER/asked, a line each. The certificate is FOLDER/certificate.pem. Prints its port once it can be asked.
"""

import http.server
import json
import ssl
import subprocess
import sys


def serve(folder):
    certificate, key = f'{folder}/certificate.pem', f'{folder}/key.pem'
    subprocess.run(['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', certificate,
                    '-days', '2', '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'], check=True, capture_output=True)

    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self):
            body = self.rfile.read(int(self.headers.get('Content-Length') or 0)).decode()
            with open(f'{folder}/asked', 'a') as asked:
                asked.write(f'{self.command} {self.path} {body}\n')
            with open(f'{folder}/answer') as file:
                status, fields, text = json.load(file)
            self.send_response(status)
            for name, value in fields.items():
                self.send_header(name, value)
            # Where the end alone says how long it is, newer libraries want that signed.
            self.send_header('Content-Length', str(len(text.encode())))
            self.end_headers()
            self.wfile.write(text.encode())

        do_GET = do_POST = answer

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    return server


if __name__ == '__main__':
    served = serve(sys.argv[1])
    print(served.server_address[1], flush=True)
    served.serve_forever()
