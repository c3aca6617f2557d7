"""The messages of a conversation below one another: by key, by click, by screen reader, and each with what can be done to it alone."""

import os
import unittest

from harness import accessibility
from harness.case import DesktopCase

COUNT = 4


def mail(number):
    answers = f'In-Reply-To: <plans{number - 1}@desk.invalid>\n' if number else ''
    return (f'From: Writer {number} <writer{number}@desk.invalid>\nTo: Reader <reader@desk.invalid>\nSubject: {"Re: " if number else ""}Plans\n'
            f'Date: Thu, 01 Oct 2020 1{number}:00:00 +0000\nMessage-ID: <plans{number}@desk.invalid>\n{answers}\nThe text of {number}.\n').encode()


class ReadingConversation(DesktopCase):
    def setUp(self):
        super().setUp()
        for number in range(COUNT):
            name = f'16015{number}0000.M{number}P1.desk:2,S'
            self.mailbox.add_file(name, mail(number))
            os.utime(self.mailbox.inside(name), (int(name[:10]),) * 2)
        self.before = self.mailbox.messages()
        self.start('--allow-changes', self.mailbox.path, rows=1)
        self.app.until(lambda: len(self.lines()) == COUNT - 1, 'the others as lines')
        self.app.until(lambda: self.shown() == [COUNT - 1], 'the text of the newest')

    def nodes(self, role, matching):
        return self.app.tree.all(role, matching, into=lambda role: role != accessibility.LIST)

    def lines(self):
        return self.nodes(accessibility.BUTTON, lambda node: node.name.startswith('Writer '))

    def shown(self):
        """The numbers of the messages whose texts are there, in their order."""
        texts = [node.text for node in self.nodes(None, lambda node: node.name == 'Message text')]
        return [number for text in texts for number in range(COUNT) if f'The text of {number}.' in text]

    def until_shown(self, *numbers):
        self.app.until(lambda: self.shown() == list(numbers), f'the texts of {numbers}')

    def test_a_click_unfolds_and_folds(self):
        self.assertNotIn('expanded', self.lines()[0].states)
        self.click(self.lines()[0])
        self.until_shown(0, 3)
        self.app.until_still()
        fold = self.app.buttons('Collapse')[0]
        self.assertIn('expanded', fold.states)
        self.click_in_message(fold)
        self.until_shown(3)
        self.click(self.lines()[0])
        self.until_shown(0, 3)
        self.app.until_still()
        # Anywhere in its head, too.
        self.click_in_message(self.nodes(None, lambda node: node.name == 'Writer 0')[0])
        self.until_shown(3)
        self.assertEqual(len(self.lines()), COUNT - 1)

    def test_a_screen_reader_unfolds_and_knows_which_message_is_which(self):
        self.lines()[1].do('')
        self.until_shown(1, 3)
        names = [node.name for node in self.nodes(None, lambda node: f' of {COUNT}: Writer ' in node.name)]
        self.assertEqual(names, [f'{number + 1} of {COUNT}: Writer {number}' for number in range(COUNT)])

    def test_keys_go_from_message_to_message_and_on_to_the_next_row(self):
        self.mailbox.deliver('Zoe', 'Something else')
        self.app.until(lambda: self.app.rows('Something else'), 'the other mail')
        self.hand.keys('Return')
        self.until_focus('Message text')
        self.hand.keys('p')
        self.until_shown(2, 3)
        self.until_focus('Message text')
        self.hand.keys('p')
        self.until_shown(1, 2, 3)
        self.hand.keys('n', 'n')
        self.app.until_still()
        self.assertEqual(self.shown(), [1, 2, 3])
        self.hand.keys('p', 'p', 'p')
        self.until_shown(0, 1, 2, 3)
        self.hand.keys('p')
        self.app.until(lambda: self.app.says('^Hello'), 'the mail of the row above')
        self.until_focus('Message text')

    def test_what_is_done_by_a_messages_own_menu_is_done_to_it_alone(self):
        self.lines()[1].do('')
        self.until_shown(1, 3)
        self.app.until_still()
        # The button of a menu is two nodes of one name, for each of the two messages.
        self.click_in_message(self.nodes(None, lambda node: node.name == 'More')[0])
        self.app.until(lambda: 'Archive' in self.app.menu(), 'the menu')
        while 'focused' not in self.app.menu()['Archive'].states:
            self.hand.keys('Down')
        self.hand.keys('Return')
        gone = '<plans1@desk.invalid>'
        self.expect({**self.before, gone: self.before[gone].moved('Archive')}, 'that one in the archive')
        self.app.until(lambda: self.app.says('Archive'), 'its new place')
        self.until_shown(1, 3)


class ArrivingTogether(DesktopCase):
    def test_what_was_just_written_shares_a_row_once_it_has_settled(self):
        for number in range(3):
            self.mailbox.add_file(f'16015{number}0000.M{number}P1.desk:2,S', mail(number))
        self.start('--allow-changes', self.mailbox.path, rows=1)
        self.app.until(lambda: len(self.app.rows()) == 1 and '3 messages' in self.app.rows()[0].name, 'a row for all')


if __name__ == '__main__':
    unittest.main()
