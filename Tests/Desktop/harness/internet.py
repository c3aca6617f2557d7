"""A test of the program in an internet of the test's own; see picture_server."""

import json
import os
import subprocess
import sys
import tempfile

from . import fetching_mail, picture_server, reading_mail
from .case import DesktopCase

IN_NETWORK = ['unshare', '--net', '--mount', sys.executable, picture_server.SCRIPT]


class InternetCase(DesktopCase):
    folders = ('Archive', 'Trash', 'Junk')

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory(prefix='pictures-')
        self.addCleanup(folder.cleanup)
        self.folder, self._delivered = folder.name, 0
        picture_server.certify(self.folder)
        trial = subprocess.run([*IN_NETWORK, self.folder, 'true'], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if trial.returncode:
            if os.getuid() == 0:
                raise AssertionError(trial.stderr)
            self.skipTest('no network of its own here')

    def mail(self, subject, html, sender='Eve <eve@example.org>', folder='INBOX', fields=''):
        self.deliver(f'From: {sender}\nTo: Reader <reader@desk.invalid>\nSubject: {subject}\n{fields}MIME-Version: 1.0\n'
                     f'Content-Type: text/html; charset=utf-8\n\n<p>{fetching_mail.TEXT}</p>{html}\n'.encode(), folder)

    def deliver(self, data, folder='INBOX'):
        """Each is below the last."""
        self._delivered += 1
        reading_mail.deliver(self.mailbox.directory(folder), data, self._delivered)

    def begin(self, **options):
        # A proxy would be asked in the place of who is meant.
        proxy = {name: 'http://127.0.0.1:80' for name in ('http_proxy', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy')}
        self.start(wrapper=[*IN_NETWORK, self.folder], variables=proxy, **{'rows': 1, **options})
        self.until_focus(self.app.names()[0])

    def log(self):
        with open(os.path.join(self.folder, 'log')) as file:
            return [json.loads(line) for line in file if line.endswith('\n')]
