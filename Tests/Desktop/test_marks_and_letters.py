"""What is marked as read without a key for it, and keys without single letters, as the preferences have it."""

import unittest

from harness.case import DesktopCase

SHOWN = {'hint-shown': 'true', 'window-width': '1100', 'window-height': '640'}


class MarksAndLetters(DesktopCase):
    def setUp(self):
        super().setUp()
        self.ids = self.letters()
        self.mail = self.mailbox.messages()

    def becomes(self, subject, change):
        self.mail[self.ids[subject]] = change(self.mail[self.ids[subject]])

    def test_what_is_gone_to_is_read_and_what_is_filed(self):
        self.store({**SHOWN, 'mark-read': "'after-a-second'", 'mark-read-when-filed': 'true'})
        self.start()
        self.focus('Dancing shoes')
        self.hand.keys('j')
        self.becomes('Sunday lunch', lambda m: m.flagged('S'))
        self.expect(self.mail, 'read, and not what was selected at first')
        self.hand.keys('Control+z', 's')
        self.becomes('Sunday lunch', lambda m: m.flagged('FS'))
        self.expect(self.mail, 'a star, and nothing undone before it')
        self.focus('Engine notes')
        self.hand.keys('e')
        self.becomes('Engine notes', lambda m: m.moved('Archive').flagged('S'))
        self.expect(self.mail, 'archived as read')

    def test_letters_switched_off_do_nothing(self):
        self.store({**SHOWN, 'single-letter-shortcuts': 'false'})
        self.start()
        self.focus('Dancing shoes')
        self.hand.keys(*'esjxz', 'Shift+3', 'Shift+u', 'bracketright', 'g', 'a', 'Shift+8', 'a', 'Control+d')
        self.becomes('Dancing shoes', lambda m: m.flagged('S'))
        self.expect(self.mail, 'no star, by the one key that is none')
        self.hand.keys('Control+k')
        self.becomes('Dancing shoes', lambda m: m.moved('Archive'))
        self.expect(self.mail, 'archived')

    def test_the_question_mark_shows_the_keys_and_types_itself_in_a_field(self):
        self.store(SHOWN)
        self.start()
        self.focus('Dancing shoes')
        self.hand.keys('Shift+slash')
        self.app.until(lambda: self.app.says('^Keyboard Shortcuts$') or len(self.app.windows()) == 2, 'the keys')
        self.hand.keys('Escape')
        self.app.until(lambda: len(self.app.windows()) == 1, 'the keys gone')
        self.hand.keys('slash', *'ezga', 'bracketright', 'Shift+slash', 'Escape')
        self.expect(self.mail, 'nothing done by what was typed')


if __name__ == '__main__':
    unittest.main()
