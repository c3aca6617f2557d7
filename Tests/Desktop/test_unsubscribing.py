"""A list that is left by one request: sent when the person says so, to the host that the mail names, and never by a mere look."""

import unittest

from harness import fetching_mail, picture_server
from harness.internet import InternetCase

HOST = 'https://lists.example.org'
# What a browser-like program says of itself; nothing that tells whose it is.
FIELDS = {'host', 'user-agent', 'accept', 'content-length', 'content-type'}


class Unsubscribing(InternetCase):
    def letter(self, path, signed='From:List-Unsubscribe:List-Unsubscribe-Post', results=''):
        fields = (f'List-Unsubscribe: <{HOST}/{path}>\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\n'
                  f'DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=a; h={signed}; bh=YQ==; b=YQ==\n')
        self.mail('The news', '', fields=results + fields)
        self.begin()
        self.app.until(lambda: self.app.says(fetching_mail.TEXT), 'the text')

    def posts(self):
        return [entry for entry in self.log() if 'posts' in entry]

    def leave(self, answer):
        self.click_in_message(self.app.button('Unsubscribe'))
        self.app.until(lambda: self.app.says('^Unsubscribe from .*Eve') and self.app.says('lists.example.org.* will be asked to stop sending you messages like this'),
                       'the question')
        self.assertEqual(self.log(), [])
        if answer:
            self.until_focus('Cancel')
            # Newer libadwaita has the buttons one below another, and Cancel last.
            for _ in range(4):
                self.hand.keys('Tab')
                self.app.until_still()
                if 'Unsubscribe' in (self.app.focused() or ''):
                    break
            self.until_focus('Unsubscribe')
            self.hand.keys('Return')
        else:
            self.hand.keys('Escape')
        self.app.until(lambda: not self.app.says('will be asked to stop sending you'), 'the question gone')

    def refused(self, path, sentence):
        self.letter(path)
        self.leave(True)
        self.app.until(lambda: self.app.says(sentence), 'what came of it')
        self.assertNotIn(True, ['path' in entry for entry in self.log()])

    def test_the_host_is_asked_once_the_person_says_so(self):
        self.letter('status/200')
        self.app.until(lambda: self.app.says('^Unsubscribe with a request to .*lists.example.org'), 'what will happen')
        self.leave(False)
        self.leave(True)
        self.app.until(lambda: self.app.says('^Unsubscribed. .*lists.example.org.* accepted the request'), 'what came of it')
        post, = self.posts()
        self.assertEqual((post['host'], post['posts'], post['form']), ('lists.example.org', '/status/200', 'List-Unsubscribe=One-Click'))
        self.assertEqual((set(post['fields']), post['fields']['content-type']), (FIELDS, 'application/x-www-form-urlencoded'))
        self.assertEqual([entry for entry in self.log() if 'path' in entry], [])

    def test_a_redirection_gets_the_request_again(self):
        self.letter('to/302/https:!!example.org!status!200')
        self.leave(True)
        self.app.until(lambda: self.app.says('^Unsubscribed.'), 'what came of it')
        self.assertEqual([(post['host'], post['form']) for post in self.posts()],
                         [(host, 'List-Unsubscribe=One-Click') for host in ('lists.example.org', 'example.org')])
        self.assertEqual([entry for entry in self.log() if 'path' in entry], [])

    def test_what_a_host_refuses_is_said_and_another_way_offered(self):
        self.refused('status/410', 'did not accept the request .410.')
        self.click(self.app.button('Other Ways'))
        self.app.until(lambda: self.app.says('A page on .* will be opened'), 'the other way')
        self.hand.keys('Escape')

    def test_nobody_at_home_is_asked(self):
        self.refused('to/307/https:!!home.example.org!status!200', 'did not')
        self.assertEqual({entry['connects'] for entry in self.log() if 'connects' in entry}, {picture_server.PUBLIC})

    def test_nobody_is_asked_without_encryption(self):
        self.refused('to/307/http:!!example.org!status!200', 'did not')
        self.assertEqual(len(self.posts()), 1)

    def test_what_no_signature_names_is_a_page(self):
        self.letter('status/200', signed='From:List-Unsubscribe')
        self.app.until(lambda: self.app.says('^Unsubscribe on a page at'), 'what will happen')

    def test_what_the_server_found_forged_is_a_page(self):
        self.letter('status/200', results='Authentication-Results: mx.example.org; dkim=fail header.d=example.org\n')
        self.app.until(lambda: self.app.says('^Unsubscribe on a page at'), 'what will happen')


if __name__ == '__main__':
    unittest.main()
