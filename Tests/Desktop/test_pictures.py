"""Pictures of the internet: loaded when somebody asks for them and not before, and nothing else is asked of anybody but what a mail shows."""

import re
import unittest

from harness import accessibility, as_sent, fetching_mail, picture_server
from harness.internet import InternetCase

IMAGE, LINK, TREE_ITEM = 27, 88, 91
PICTURES = 'https://img.example.org'
# What a browser-like program says of itself; nothing that tells whose it is.
FIELDS = {'host', 'user-agent', 'accept'}
HOP = 'Received: from mail.example.org (mail.example.org [203.0.113.5]) by mx.example.org with ESMTPS\n'
RESULT = 'Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n'
CONFIRMED = RESULT + HOP


class Pictures(InternetCase):
    def asked(self):
        """The paths that were asked for, in alphabetical order."""
        return sorted(entry['path'] for entry in self.log() if 'path' in entry)

    def images(self):
        return sorted(node.name for node in self.app.tree.all(IMAGE) if node.name.startswith('The '))

    def until_read(self, subject):
        self.app.until(lambda: subject in (self.app.focused() or '') and self.app.says(f'^{re.escape(subject)}') and self.app.says(fetching_mail.TEXT),
                       f'the text of {subject!r}')

    def beside_list(self):
        return self.app.tree.all(into=lambda role: role not in (accessibility.LIST, TREE_ITEM))

    def is_shown(self, subject):
        texts = [node.text for node in self.beside_list()]
        return subject in texts and any(fetching_mail.TEXT in text for text in texts)

    def offers_loading(self):
        return any(node.role == accessibility.BUTTON and node.name == 'Load Pictures' for node in self.beside_list())

    def load(self):
        self.app.button('Load Pictures')
        self.hand.keys('Control+Shift+i')

    def test_they_are_loaded_when_somebody_asks(self):
        self.mail('Two', f'<img src="{PICTURES}/png/40/30" alt="The one"><p><a href="https://example.org/"><img src="http://img.example.org/png/50/20" '
                  f'alt="The other"></a><img src="{PICTURES}/png/1/1" alt="The spy"><img src="{PICTURES}/png/9/9/102030" width=1>')
        self.mail('Next', f'<img src="{PICTURES}/png/60/60" alt="The next">')
        self.begin()
        self.until_read('Two')
        self.app.until(lambda: self.app.says('^3 pictures from the internet are not loaded'), 'what is said of them')
        self.assertTrue(self.app.says('^The one$'))
        self.assertEqual([node.name for node in self.app.tree.all(LINK)], ['The other'])
        self.assertEqual((self.log(), self.images()), ([], []))
        self.click_in_message(self.app.button('Load Pictures'))
        self.app.until(lambda: self.images() == ['The one', 'The other'], 'the pictures')
        self.app.until(lambda: not self.app.buttons('Load Pictures'), 'no more to load')
        self.assertEqual(self.asked(), ['/png/1/1', '/png/40/30', '/png/50/20'])
        self.assertEqual({entry['connects'] for entry in self.log() if 'connects' in entry}, {picture_server.PUBLIC})
        for entry in self.log():
            if 'fields' in entry:
                self.assertEqual((set(entry['fields']), entry['fields']['user-agent']), (FIELDS, 'Mozilla/5.0'))
        # The next mail is asked for by itself, and so is this one when somebody comes back.
        self.hand.keys('Escape')
        self.app.until(lambda: 'Two' in (self.app.focused() or ''), 'the focus in the list')
        self.hand.keys('Down')
        self.until_read('Next')
        self.app.button('Load Pictures')
        self.hand.keys('Up')
        self.until_read('Two')
        self.app.button('Load Pictures')
        self.assertEqual((len(self.asked()), self.images()), (3, []))
        self.load()
        self.app.until(lambda: self.images() == ['The one', 'The other'], 'the pictures')
        self.assertEqual(len(self.asked()), 6)

    def test_what_is_loaded_is_shown_in_the_page_as_it_was_sent(self):
        if reason := as_sent.why_not():
            self.skipTest(reason)
        self.mail('Page', f'<img src="{PICTURES}/png/400/900/1090f0" width=400 height=900 alt="The wall">')
        self.begin()
        self.until_read('Page')

        def color():
            # The page leaves the tree for a moment while it is loaded again.
            for view in as_sent.view(self.app):
                x, y, width, height = self.app.area(view)
                return tuple(self.desk.pixels((x + 100, round(y + height * 0.7), 1, 1))[-3:])
        self.hand.keys(as_sent.KEY)
        self.app.until(lambda: as_sent.view(self.app), 'the page')
        self.app.until_still()
        self.assertEqual((self.log(), color() != (0x10, 0x90, 0xF0)), ([], True))
        # The other is above the text.
        self.app.buttons('Load Pictures')[-1].do('lick')
        self.app.until(lambda: color() == (0x10, 0x90, 0xF0), 'the picture in the page')
        self.assertEqual(self.asked(), ['/png/400/900/1090f0'])
        # Back in the text it is there too, and in the page again.
        self.hand.keys(as_sent.KEY)
        self.app.until(lambda: self.images() == ['The wall'], 'the picture in the text')
        self.hand.keys(as_sent.KEY)
        self.app.until(lambda: color() == (0x10, 0x90, 0xF0), 'the picture in the page')
        self.assertEqual(len(self.asked()), 1)

    def test_a_sender_of_whom_they_are_always_loaded(self):
        self.mail('First', f'<img src="{PICTURES}/png/40/30" alt="The first">', 'Ann <Ann@example.org>', fields=CONFIRMED)
        self.mail('Second', f'<img src="{PICTURES}/png/40/40" alt="The second">', 'ann@example.org', fields=CONFIRMED)
        self.mail('Third', f'<img src="{PICTURES}/png/40/50" alt="The third">', 'ben@example.org', fields=CONFIRMED)
        doubt = 'Authentication-Results: mx.example.org; dmarc=fail header.from=example.org\n'
        self.mail('Fourth', f'<img src="{PICTURES}/png/40/60" alt="The fourth">', 'ann@example.org', fields=doubt)
        self.mail('Fifth', f'<img src="{PICTURES}/png/40/70" alt="The fifth">', 'ann@example.org', folder='Junk', fields=CONFIRMED)
        # Anybody can write her name, and what her server would find.
        self.mail('Forged', f'<img src="{PICTURES}/png/40/80" alt="The forged">', 'ann@example.org', fields=HOP + RESULT)
        self.begin(rows=5)
        self.until_read('First')
        self.click_in_message(self.app.button('More'))
        always = 'Always Load From This Sender'
        self.app.until(lambda: always in self.app.menu(), 'the way to have it always')
        while 'focused' not in self.app.menu()[always].states:
            self.hand.keys('Down')
            self.app.until(lambda: [item for item in self.app.menu().values() if 'focused' in item.states], 'the focus in the menu')
        self.hand.keys('Return')
        self.app.until(lambda: self.images() == ['The first'], 'the picture')
        self.assertEqual(self.stored('picture-senders'), "['ann@example.org']")
        self.hand.keys('Escape')
        self.focus('Second')
        self.app.until(lambda: self.images() == ['The second'], 'the picture of the next')
        for subject in ('Third', 'Fourth', 'Forged'):
            self.focus(subject)
            self.until_read(subject)
            self.app.button('Load Pictures')
        self.assertEqual(self.asked(), ['/png/40/30', '/png/40/40'])
        self.restart_in_network('Junk')
        self.until_read('Fifth')
        self.app.button('Load Pictures')
        self.assertNotIn('/png/40/70', self.asked())

    def test_its_menu_can_be_used_by_keys(self):
        self.mail('First', f'<img src="{PICTURES}/png/40/30" alt="The first">', 'ann@example.org', fields=CONFIRMED)
        self.mail('Second', f'<img src="{PICTURES}/png/40/40" alt="The second">', 'ann@example.org', fields=CONFIRMED)
        self.begin(rows=2)
        self.until_read('First')
        self.app.button('Load Pictures')
        self.click_in_message(self.app.button('Picture Options'))
        always = 'Always Load From This Sender'
        self.app.until(lambda: always in self.app.menu(), 'the menu')
        while 'focused' not in self.app.menu()[always].states:
            self.hand.keys('Down')
            self.app.until(lambda: [item for item in self.app.menu().values() if 'focused' in item.states], 'the focus in the menu')
        self.hand.keys('Return')
        self.app.until(lambda: self.images() == ['The first'], 'the picture')
        self.hand.keys('Escape')
        self.focus('Second')
        self.app.until(lambda: self.images() == ['The second'], 'the picture of the next')

    def restart_in_network(self, folder):
        self.store({'hint-shown': 'true', 'picture-senders': "['ann@example.org']", 'last-folder': '[]'})
        self.app.end()
        self.app = None
        self.begin(rows=5)
        self.click(self.app.until(
            lambda: [item for item in self.app.tree.all(TREE_ITEM) if item.name.split(',')[0] == folder], f'the folder {folder}')[0])
        self.app.until(lambda: self.app.rows('Fifth'), 'the mail in it')
        self.click(self.app.row('Fifth'))

    def test_nobody_else_is_asked(self):
        names = [f'{name}.example.org' for name in picture_server.PRIVATE]
        refused = [f'https://{name}/png/3/3' for name in names]
        refused += [f'https://[{a}]/png/4/4' if ':' in a else f'https://{a}/png/4/4' for a in picture_server.PRIVATE.values() if a != 'fe80::1']
        refused += [f'{PICTURES}/to/{target.replace("/", "!")}' for target in [
            *refused[:len(names)], 'https://127.0.0.1/png/5/5', 'https://[::1]/png/5/5', 'https://10.0.0.1/png/5/5', 'http://img.example.org/png/5/5',
            'https://a:b@img.example.org/png/5/5', 'file:///etc/passwd', 'ftp://img.example.org/png/5/5', 'data:image/png;base64,AAAA']]
        refused += [f'{PICTURES}/turns/5', f'{PICTURES}/password', f'{PICTURES}/nothing', f'{PICTURES}/fields', 'https://img.example.org:80/png/6/6']
        good = ['/png/7/7', '/turns/4', '/text/png', '/refresh', '/to/https:!!example.org!png!9!9']
        html = ''.join(f'<img src="{address}">' for address in refused) + ''.join(
            f'<img src="{PICTURES}{path}" alt="The {path.replace("/", " ")} one">' for path in good)
        self.mail('Hostile', html)
        self.begin()
        self.until_read('Hostile')
        self.load()
        self.app.until(lambda: self.app.says(f'^{len(refused)} pictures could not be loaded'), 'the end of it')
        self.assertEqual(len(self.images()), len(good))
        log = self.log()
        self.assertEqual({entry['connects'] for entry in log if 'connects' in entry}, {picture_server.PUBLIC})
        self.assertFalse([entry for entry in log if entry.get('poured')])
        self.assertFalse([path for path in self.asked() if re.fullmatch('/png/[3-6]/[3-6]', path) or path == '/refreshed'])
        for entry in log:
            if 'fields' in entry:
                self.assertEqual(set(entry['fields']), FIELDS)

    def test_nothing_takes_too_much(self):
        self.mail('Much', ''.join(f'<img src="{PICTURES}/{path}" alt="The {path}">' for path in ('bomb', 'huge', 'endless', 'svg', 'css', 'png/30/30')))
        self.mail('Many', ''.join(f'<img src="{PICTURES}/png/11/{number + 9}" alt="The number {number}">' for number in range(1_000)))
        self.mail('Slow', f'<img src="{PICTURES}/drip" alt="The slow one">')
        self.mail('Last', 'Nothing.')
        self.begin()
        self.until_read('Much')
        self.load()
        self.app.until(lambda: self.app.says('^2 pictures could not be loaded'), 'the end of it')
        self.app.until(lambda: self.app.says('This picture is too large to be shown.') and self.app.says('This picture cannot be shown.'), 'why not')
        self.assertEqual(self.images(), ['The png/30/30'])
        self.assertFalse([entry for entry in self.log() if entry.get('poured') or 'inner' in entry.get('path', '') or 'linked' in entry.get('path', '')])
        self.hand.keys('Down')
        self.until_read('Many')
        self.app.until(lambda: self.app.says('^100 pictures from the internet are not loaded'), 'how many there are')
        self.app.until(lambda: self.app.says('^900 pictures from the internet are not loaded'), 'how many have no place')
        self.load()
        self.app.until(lambda: len(self.images()) == 100, 'the pictures')
        self.assertEqual(len([path for path in self.asked() if path.startswith('/png/11/')]), 100)
        # Who leaves a mail ends what it loads.
        self.hand.keys('Down')
        self.until_read('Slow')
        self.load()
        self.app.until(lambda: '/drip' in self.asked(), 'the slow one')
        self.hand.keys('Down')
        self.until_read('Last')
        self.app.until(lambda: [entry for entry in self.log() if entry.get('left') == '/drip'], 'the end of the slow one')

    def test_of_every_technique_pictures_alone_are_loaded(self):
        sources = {}
        for technique, data in fetching_mail.ALL.items():
            found = re.findall(rb'(?i)<img[^>]*?\ssrc=["\']?(?:https?:)?//([^/"\'\s]+)(/[^"\'\s>]*)', data)
            sources[technique] = {(host.decode(), path.decode()) for host, path in found}
        for data in fetching_mail.ALL.values():
            self.deliver(data)
        self.begin(rows=6)
        self.assertEqual(self.log(), [])
        allowed = set().union(*sources.values()) | {('base.heard.example', '/a.png')}
        for number, technique in enumerate(fetching_mail.ALL):
            if number:
                self.hand.keys('Down')
            self.app.until(lambda: self.is_shown(technique), f'the text of {technique}')
            if self.app.until(lambda: [self.offers_loading()], 'the message')[0]:
                self.hand.keys('Control+Shift+i')
                self.app.until(lambda: not any(node.text in ('Load Pictures', 'Loading pictures…') for node in self.beside_list()),
                               f'the end of {technique}')
        asked = {(entry['host'], entry['path']) for entry in self.log() if 'path' in entry}
        self.assertLessEqual(asked, allowed)
        self.assertLessEqual({('img.heard.example', '/a.png'), ('img-without-scheme.heard.example', '/a.png')}, asked)


if __name__ == '__main__':
    unittest.main()
