"""A message as it is read: its links, folds, what is looked for in it, and how large it is, by key, pointer and screen reader."""

import os
import unittest

from harness import accessibility
from harness.case import DesktopCase

LINK = 88
QUOTED = ''.join(f'> Line {number} of what was said.\n' for number in range(12))
ANSWER = f'The answer with a needle.\nIt has two lines.\n\nAda wrote:\n{QUOTED}'
PAGE = ('Subject: The page\nFrom: Eve <eve@desk.invalid>\nContent-Type: text/html; charset=utf-8\n\n'
        '<p>Go to <a href="https://one.desk.invalid/a?b=c">the first</a> or to '
        '<a href="https://two.desk.invalid/">the second</a>.</p>'
        '<p><a href="https://evil.desk.invalid/">https://bank.desk.invalid/</a></p>')

LONG = ('Subject: The long page\nFrom: Eve <eve@desk.invalid>\nContent-Type: text/html; charset=utf-8\n\n'
        + '<p>A paragraph above it.</p>' * 150 + '<p>Go to <a href="https://last.desk.invalid/">the last</a>.</p>' + '<p>And one below it.</p>' * 5)


ORDER = ('Subject: Order {0}\nFrom: Shop <Shop@desk.invalid>\nContent-Type: multipart/alternative; boundary=b\n\n'
         '--b\nContent-Type: text/plain\n\nThank you for order {0}, which we make ready in the house and send on a day\nof this week.\n'
         '--b\nContent-Type: text/html\n\n<p>Thank you for order {0}.</p><table><tr><td>Total<td>{0} EUR</table>\n--b--\n')


class Reading(DesktopCase):
    def setUp(self):
        super().setUp()
        self.mailbox.add('Ada Lovelace', 'An answer', 'S', body=ANSWER)
        self.mailbox.add_file('1000000000.M1P1.desk:2,S', PAGE.encode())
        os.utime(self.mailbox.inside('1000000000.M1P1.desk:2,S'), (1000000000,) * 2)
        self.opened = os.path.join(self.home, 'opened')
        self.take_links(self.opened)
        self.before = self.mailbox.whereabouts()
        self.start('--allow-changes', self.mailbox.path, rows=2)
        self.app.until(lambda: 'The answer' in self.text(), 'the text of the answer')

    def text(self):
        """What the text view holds."""
        for node in self.app.tree.all(matching=lambda node: node.name == 'Message text', into=lambda role: role != accessibility.LIST):
            return node.text
        return ''

    def links(self):
        return {node.name: node for node in self.app.tree.all(LINK, into=lambda role: role != accessibility.LIST)}

    def until_opened(self, *targets):
        def opened():
            if not os.path.exists(self.opened):
                return False
            with open(self.opened) as file:
                return file.read().split() == list(targets)
        self.app.until(opened, f'{targets} opened')

    def read(self):
        """Gives the message the focus."""
        self.hand.keys('Return')
        self.until_focus('Message text')

    def show_page(self):
        self.focus('The page')
        self.app.until(lambda: len(self.links()) == 3, 'three links')
        self.read()

    def test_a_screen_reader_is_told_the_look_of_a_text(self):
        self.show_page()
        node, = self.app.tree.all(matching=lambda node: node.name == 'Message text', into=lambda role: role != accessibility.LIST)
        plain, link = (node.look(node.text.index(word)) for word in ('Go to', 'the first'))
        self.assertIn('fg-color', link)
        self.assertNotEqual(plain.get('fg-color'), link['fg-color'])

    def test_a_click_beside_the_text_gives_the_message_the_keys(self):
        self.focus('An answer')
        node, = self.app.tree.all(matching=lambda node: node.name == 'Message text', into=lambda role: role != accessibility.LIST)
        x, y, _, height = self.area_in_message(node)
        self.hand.click((x - 6, y + height / 2))
        self.until_focus('Message text')

    def test_links_are_reached_and_followed_by_key(self):
        self.show_page()
        self.hand.keys('Tab')
        self.until_focus('the first')
        self.app.until(lambda: self.app.says('^https://one.desk.invalid/'), 'where it leads')
        self.hand.keys('Return')
        self.until_opened('https://one.desk.invalid/a?b=c')
        self.hand.keys('Tab')
        self.until_focus('the second')
        self.hand.keys('space')
        self.until_opened('https://one.desk.invalid/a?b=c', 'https://two.desk.invalid/')

    def test_a_link_is_followed_by_click_and_by_screen_reader(self):
        self.show_page()
        self.app.until_still()
        self.click_in_message(self.links()['the second'])
        self.until_opened('https://two.desk.invalid/')
        self.links()['the first'].do('')
        self.until_opened('https://two.desk.invalid/', 'https://one.desk.invalid/a?b=c')

    def test_a_link_far_down_is_followed_by_click(self):
        self.mailbox.add_file('1000000001.M2P1.desk:2,S', LONG.encode())
        os.utime(self.mailbox.inside('1000000001.M2P1.desk:2,S'), (1000000001,) * 2)
        self.focus('The long page')
        self.app.until(lambda: 'the last' in self.links(), 'the link')
        self.read()
        self.hand.keys('End')
        self.app.until_still()
        self.click_in_message(self.links()['the last'])
        self.until_opened('https://last.desk.invalid/')

    def test_a_link_that_pretends_asks_first(self):
        self.show_page()
        self.links()['https://bank.desk.invalid/'].do('')
        self.app.until(lambda: self.app.says('shows .*bank.desk.invalid.* but opens .*evil.desk.invalid'), 'the question')
        self.hand.keys('Return')
        self.app.until(lambda: not self.app.says('but opens'), 'the question gone')
        self.assertFalse(os.path.exists(self.opened))
        self.links()['https://bank.desk.invalid/'].do('')
        self.app.button('Open Anyway').do('')
        self.until_opened('https://evil.desk.invalid/')

    def test_a_link_that_pretends_asks_by_key_and_gives_the_focus_back(self):
        self.show_page()
        self.hand.keys('Tab', 'Tab', 'Tab')
        for answer in ('Escape', 'Return'):
            self.until_focus('https://bank.desk.invalid/')
            self.hand.keys('Return')
            self.app.until(lambda: self.app.says('but opens'), 'the question')
            self.until_focus('Cancel')
            self.hand.keys(answer)
            self.app.until(lambda: not self.app.says('but opens'), 'the question gone')
        self.until_focus('https://bank.desk.invalid/')
        self.assertFalse(os.path.exists(self.opened))
        self.hand.keys('Return')
        self.until_focus('Cancel')
        for _ in range(2):
            before = self.app.focused()
            self.hand.keys('Tab')
            self.app.until(lambda: self.app.focused() not in (None, before), 'the focus further on')
        self.until_focus('Open Anyway')
        self.hand.keys('Return')
        self.until_opened('https://evil.desk.invalid/')

    def test_tab_goes_round_through_the_folders_and_opens_none(self):
        self.store({'hint-shown': 'true', 'window-width': '1200', 'window-height': '640'})
        self.restart('--allow-changes', self.mailbox.path, rows=2)
        self.show_page()
        for name in ('the first', 'the second', 'https://bank.desk.invalid/', 'Inbox', 'Show or Hide Folders'):
            self.hand.keys('Tab')
            self.until_focus(name)
        for name in ('Inbox', 'https://bank.desk.invalid/', 'the second'):
            self.hand.keys('Shift+Tab')
            self.until_focus(name)
        self.assertEqual(len(self.links()), 3)
        self.hand.keys('Tab', 'Tab')
        self.until_focus('Inbox')
        self.hand.keys('Down')
        self.until_focus('Archive')
        self.app.until(lambda: not self.app.rows(), 'the archive, which is empty')

    def test_tab_goes_from_the_row_to_the_message(self):
        self.store({'hint-shown': 'true', 'window-width': '1200', 'window-height': '640'})
        self.restart('--allow-changes', self.mailbox.path, rows=2)
        self.app.until(lambda: self.app.buttons('Reply'), 'the message')
        self.until_focus('An answer')
        self.hand.keys('Tab')
        self.until_focus('Reply')
        self.hand.keys('Shift+Tab')
        self.until_focus('An answer')

    def test_what_is_typed_at_once_while_finding_is_no_command(self):
        for keys in (('e', 'Return', 'Control+f'), ('Return', 'e', 'Control+f')):
            self.hand.keys(*keys, 'a', 'e', 'r', 's', 'u', 'Delete')
            self.app.until(lambda: self.app.says('^Not found$'), 'what was typed')
            self.app.until(lambda: len(self.app.rows()) == 1, 'one message archived')
            self.app.until_still()
            self.until_focus('Find in Message')
            now = self.mailbox.whereabouts()
            self.assertEqual(sum(place != self.before[i] for i, place in now.items()), 1, now)
            self.hand.keys('Escape', 'Control+z')
            self.app.until(lambda: self.mailbox.whereabouts() == self.before and len(self.app.rows()) == 2, 'as before')
            self.app.until_still()
            self.hand.keys('Escape')

    def test_a_quotation_opens_and_closes_by_key(self):
        self.read()
        self.assertNotIn('Line 3', self.text())
        self.hand.keys('Tab')
        self.until_focus('Show Quoted Text')
        self.hand.keys('space')
        self.app.until(lambda: 'Line 3' in self.text(), 'the quotation')
        button = self.app.button('Hide Quoted Text')
        self.assertIn('expanded', button.states)
        button.do('')
        self.app.until(lambda: 'Line 3' not in self.text(), 'no quotation')

    def test_finding(self):
        self.read()
        self.hand.keys('Control+f')
        self.until_focus('Find in Message')
        self.hand.keys('e')
        # In the text that is folded too.
        self.app.until(lambda: self.app.says(r'^1 of \d+$'), 'the first')
        for keys, number in (('Return', 2), ('F3', 3), ('Shift+Return', 2), ('Shift+F3', 1)):
            self.hand.keys(keys)
            self.app.until(lambda number=number: self.app.says(rf'^{number} of \d+$'), f'number {number}')
        self.hand.keys('Escape')
        self.until_focus('Message text')
        self.assertEqual(self.mailbox.whereabouts(), self.before)

    def test_what_is_typed_and_taken_back_while_finding_is_no_command(self):
        self.hand.keys('e')
        self.app.until(lambda: self.mailbox.whereabouts() != self.before, 'a message archived')
        archived = self.mailbox.whereabouts()
        self.app.until(lambda: self.links(), 'the page')
        self.app.until_still()
        self.read()
        self.hand.keys('Control+f')
        self.until_focus('Find in Message')
        self.hand.keys('a', 'e', 'r', 's', 'u', 'Delete')
        self.app.until(lambda: self.app.says('^Not found$'), 'what was typed')
        self.hand.keys('Control+z', 'Control+z', 'Control+z', 'Control+z', 'Control+z', 'Control+z')
        self.app.until(lambda: not self.app.says('^Not found$'), 'nothing typed')
        self.assertEqual(self.mailbox.whereabouts(), archived)

    def test_zooming(self):
        self.read()
        self.hand.keys('Control+equal')
        self.app.until(lambda: self.stored('text-scale') == '110', 'larger text')
        self.hand.keys('Control+minus', 'Control+minus')
        self.app.until(lambda: self.stored('text-scale') == '90', 'smaller text')
        self.restart('--allow-changes', self.mailbox.path, rows=2)
        self.app.until(lambda: 'The answer' in self.text(), 'the text of the answer')
        self.read()
        self.hand.keys('Control+0')
        self.app.until(lambda: self.stored('text-scale') in (None, '100'), 'the usual size')

    def test_the_way_a_text_is_read_is_chosen_for_a_sender(self):
        for number in (66, 77):
            name = f'10000000{number}.M2P1.desk:2,S'
            self.mailbox.add_file(name, ORDER.format(number).encode())
            os.utime(self.mailbox.inside(name), (1000000000 + number,) * 2)
        self.focus('Order 66')
        self.app.until(lambda: '66 EUR' in self.text(), 'the page')
        self.hand.keys('Control+t')
        self.app.until(lambda: 'of this week' in self.text() and 'EUR' not in self.text(), 'the plain text')
        self.assertIn('on a day of this', self.text())
        self.hand.keys('Control+Shift+t')
        self.app.until(lambda: 'on a day\nof this' in self.text(), 'its lines as they are written')
        # The next mail by the sender is read alike, whatever it holds; another's is not.
        self.focus('Order 77')
        self.app.until(lambda: 'order 77' in self.text(), 'the next order')
        self.assertIn('on a day\nof this', self.text())
        self.assertNotIn('EUR', self.text())
        # Both at once are two steps back, however quickly.
        self.hand.keys('Control+t', 'Control+Shift+t')
        self.app.until(lambda: '77 EUR' in self.text(), 'the page again')
        self.focus('Order 66')
        self.app.until(lambda: '66 EUR' in self.text(), 'the page of the other')

    def test_the_menu_offers_what_works(self):
        self.read()
        self.hand.keys('Menu')
        self.app.until(lambda: list(self.app.menu()) == ['Select All'], 'the menu of a text')
        self.hand.keys('Escape')
        self.app.until(lambda: not self.app.menu(), 'no menu')
        self.show_page_from_text()
        self.hand.keys('Tab')
        self.until_focus('the first')
        self.hand.keys('Menu')
        self.app.until(lambda: list(self.app.menu()) == ['Open Link', 'Copy Link', 'Select All'], 'the menu of a link')

    def show_page_from_text(self):
        self.hand.keys('Escape')
        self.show_page()


class GoingThrough(DesktopCase):
    def test_no_text_keeps_the_next_from_being_drawn(self):
        """A text that asks for room in the midst of a layout is left out of the drawing with all around it, and GTK complains of that."""
        for number in range(4):
            self.mailbox.add('Ada Lovelace', f'Words {number}', 'S', body='It says this. ' * (9_000 if number % 2 else 3) + '\n')
            self.mailbox.add('Ben Okri', f'Lines {number}', 'S', body='A line.\n\n' * (30 if number % 2 else 2_000))
        self.store({'hint-shown': 'true', 'window-width': '960', 'window-height': '680'})
        self.start()
        for subject in ['Lines 2', 'Words 3', 'Lines 0', 'Words 1', 'Words 0', 'Lines 1', 'Words 3']:
            self.click(self.app.row(subject))
            self.app.until(lambda: subject in self.app.texts(), 'the message')
            self.app.until_still()
        self.assertEqual(self.app.complaints(), [])


if __name__ == '__main__':
    unittest.main()
