"""An action that asks first, in a modal window: its row stays as it is, whoever has the focus, until the person has said yes or no."""

import unittest

from harness.stand import StandCase

ROW = 3
OPENED = [('willOpen', ROW, 'trailing'), ('didOpen', ROW, 'trailing')]
CLOSED = OPENED + [('willClose', ROW, 'trailing'), ('didClose', ROW, 'trailing')]


class Asking(StandCase):
    def start(self, *arguments):
        super().start('--asks', '--outcome=remove', *arguments)

    def ask_by_mouse(self):
        self.app.forget()
        self.drag(self.app.row(ROW), -160)
        self.app.until(lambda: self.app.events() == OPENED, 'the row open')
        self.app.until_still()
        self.click(self.app.button('Trash', self.app.row(ROW)))
        self.until_asked()

    def until_asked(self):
        self.app.until(lambda: self.app.last('asked', ROW) == 'trash', 'the question')
        self.app.until(lambda: self.app.focused() in ('No', 'No No'), 'the focus in the question')
        self.app.until_still()
        # Longer than an action is waited for without a sign.
        self.app.pass_time(1)
        self.assertEqual(self.app.said('waiting', 'ran'), [])

    def answer(self, word):
        self.hand.keys(*(['Tab', 'space'] if word == 'Yes' else ['space']))

    def gone(self):
        return self.app.last('taken') == ROW and all(row.name != f'Row {ROW}' for row in self.app.rows())

    def test_no_closes_the_row_and_does_nothing(self):
        for arguments in ((), ('--still',)):
            with self.subTest(arguments=arguments):
                self.start(*arguments)
                self.ask_by_mouse()
                self.assertEqual((self.app.events(), self.app.offset(ROW)), (OPENED, -152))
                self.answer('No')
                self.app.until(lambda: self.app.events() == CLOSED, 'the row closed')
                self.app.rest()
                self.assertEqual(self.app.said('ran', 'waiting', 'taken'), [])
                self.app.end()
                self.app = None

    def test_yes_does_it(self):
        for arguments in ((), ('--still',)):
            with self.subTest(arguments=arguments):
                self.start(*arguments)
                self.ask_by_mouse()
                self.assertEqual((self.app.events(), self.app.offset(ROW)), (OPENED, -152))
                self.answer('Yes')
                self.app.until(self.gone, 'the row gone')
                self.app.rest()
                self.assertEqual((self.app.count('ran'), self.app.count('asked'), self.app.said('waiting')), (1, 1, []))
                self.app.end()
                self.app = None

    def test_from_the_tray_by_keys(self):
        for word in ('No', 'Yes'):
            with self.subTest(word=word):
                self.start()
                self.hand.keys(*['Down'] * ROW, 'Shift+Left')
                self.app.until(lambda: self.app.events() == OPENED, 'the row open')
                self.hand.keys('Tab', 'Tab')
                self.app.until(lambda: self.app.focused() == 'Trash', 'the focus on the button')
                self.hand.keys('Return')
                self.until_asked()
                self.assertEqual(self.app.events(), OPENED)
                self.answer(word)
                if word == 'Yes':
                    self.app.until(self.gone, 'the row gone')
                    self.until_focus(f'Row {ROW + 1}')
                else:
                    self.app.until(lambda: self.app.events() == CLOSED, 'the row closed')
                    self.assertEqual(self.app.said('ran'), [])
                self.app.rest()
                self.app.end()
                self.app = None

    def test_a_shortcut_on_a_closed_row(self):
        self.start()
        self.hand.keys(*['Down'] * ROW, 'Delete')
        self.until_asked()
        self.answer('No')
        self.until_focus(f'Row {ROW}')
        self.app.rest()
        self.assertEqual(self.app.said('ran', 'event', 'taken'), [])
        self.hand.keys('Delete')
        self.app.until(lambda: self.app.count('asked') == 2, 'asked again')
        self.app.until(lambda: self.app.focused() in ('No', 'No No'), 'the focus in the question')
        self.answer('Yes')
        self.app.until(self.gone, 'the row gone')
        self.until_focus(f'Row {ROW + 1}')

    def test_a_long_swipe(self):
        for pointer_name in ('mouse', 'finger'):
            for arguments in ((), ('--still',)):
                for word in ('No', 'Yes'):
                    with self.subTest(pointer=pointer_name, arguments=arguments, word=word):
                        self.start('--long', *arguments)
                        pointer = getattr(self.hand, pointer_name)()
                        self.go(pointer, ROW, -60, -200, -340, across=0.95, up=False)
                        self.app.until(lambda: ('armed', ROW, 'trailing') in self.app.events(), 'armed')
                        pointer.up()
                        self.until_asked()
                        self.answer(word)
                        if word == 'Yes':
                            self.app.until(self.gone, 'the row gone')
                            self.assertEqual(self.app.count('ran'), 1)
                        else:
                            self.app.until(lambda: self.app.offset(ROW) == 0, 'the row back')
                            self.assertEqual(self.app.said('ran', 'taken'), [])
                        self.app.rest()
                        self.assertEqual(self.app.said('waiting'), [])
                        self.app.end()
                        self.app = None


if __name__ == '__main__':
    unittest.main()
