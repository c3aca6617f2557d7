"""What becomes of a row after its action, by real input: closed, kept open, gone, waiting, or stuck."""

import unittest

from harness.stand import A_LONG_PRESS, StandCase


class Outcomes(StandCase):
    def open_and_click(self, outcome, *arguments):
        self.start(f'--outcome={outcome}', *arguments)
        self.drag(self.app.row(3), -160)
        self.app.until(lambda: self.app.events(3)[-1:] == [('didOpen', 3, 'trailing')], 'the row open')
        self.app.until_still()
        self.click(self.app.button('Trash', self.app.row(3)))
        self.app.until(lambda: self.app.last('ran'), 'the action run')

    def gone(self):
        return all(row.name != 'Row 3' for row in self.app.rows())

    def events(self):
        return [(name, side) for name, _, side in self.app.events(3)]

    def test_more_clicks_on_its_button_activate_nothing(self):
        self.set_gtk(gtk_double_click_time=60000)
        self.open_and_click('remove')
        place = self.at(3, 0.95)
        for _ in range(4):
            self.hand.click(place)
        self.app.until(self.gone, 'the row gone')
        self.assertEqual(self.app.said('activated'), [])

    def test_a_click_on_a_row_that_leaves_selects_the_row_in_its_place(self):
        self.open_and_click('remove')
        self.hand.click(self.at(3, 0.3))
        self.app.until(self.gone, 'the row gone')
        self.app.until(lambda: [row.name for row in self.app.rows() if 'selected' in row.states] == ['Row 4'], 'row 4 selected')
        self.assertNotIn([3], [line['selected'] for line in self.app.said('selected')])

    def test_restore(self):
        self.open_and_click('restore')
        self.app.until(lambda: self.events()[-1] == ('didClose', 'trailing'), 'the row closed')

    def test_keep_open(self):
        self.open_and_click('keepOpen')
        self.app.until_still()
        self.assertEqual(self.app.open_rows(), {3: 'trailing'})
        self.assertEqual(self.app.offset(3), -152)

    def test_remove_flies_out_and_collapses(self):
        self.open_and_click('remove')
        self.app.until(self.gone, 'the row gone')
        self.assertEqual(self.app.said('taken'), [{'taken': 3}])
        self.assertEqual(min(line['offset'] for line in self.app.said('offset')), -self.app.row(4).extents[2])
        self.assertEqual(self.events(), [('willOpen', 'trailing'), ('didOpen', 'trailing'), ('willClose', 'trailing'),
                                         ('didClose', 'trailing')])
        self.app.until_still()
        self.assertEqual(self.app.row(4).extents[1], 3 * 48)

    def test_remove_at_once_without_animations(self):
        self.open_and_click('remove', '--still')
        self.app.until(self.gone, 'the row gone')
        self.assertEqual(self.app.said('taken'), [{'taken': 3}])

    def test_failure_closes_and_says_why(self):
        self.open_and_click('failure')
        self.app.until(lambda: self.events()[-1] == ('didClose', 'trailing'), 'the row closed')
        self.app.until(lambda: self.app.says('Row 3 is stuck.'), 'the reason')
        self.hand.keys('Escape')
        self.app.until(lambda: not self.app.says('Row 3 is stuck.'), 'the reason read')

    def test_keys_go_on_to_the_rows_while_a_failure_is_told(self):
        self.open_and_click('failure')
        self.app.until(lambda: self.app.says('Row 3 is stuck.'), 'the reason')
        self.hand.keys('Down')
        self.app.until(lambda: 'selected' in self.app.row(1).states, 'the row below that with the focus selected')
        self.assertTrue(self.app.says('Row 3 is stuck.'))
        self.click(self.app.row(6))
        self.app.until(lambda: not self.app.says('Row 3 is stuck.'), 'the reason read')
        self.app.until(lambda: 'selected' in self.app.row(6).states, 'the row clicked')

    def test_later(self):
        self.open_and_click('later')
        self.app.until(lambda: self.app.count('ran') == 1, 'the action asked')
        self.assertEqual(self.app.open_rows(), {3: 'trailing'})
        self.app.row(3).do('star')
        self.assertEqual(self.app.count('ran'), 1, 'a row that waits takes no other action')
        self.app.tell('answer remove')
        self.app.until(self.gone, 'the row gone')
        self.assertEqual(self.app.count('taken'), 1)

    def test_later_fails(self):
        self.open_and_click('later')
        self.app.tell('answer failure')
        self.app.until(lambda: self.events()[-1] == ('didClose', 'trailing'), 'the row closed')
        self.app.until(lambda: self.app.says('Row 3 is stuck.'), 'the reason')
        self.assertEqual(self.app.offset(3), 0)

    def test_later_when_its_row_has_gone(self):
        self.open_and_click('later')
        self.app.tell('remove 3')
        self.app.tell('answer remove')
        self.app.until(self.gone, 'the row gone')
        self.assertEqual(self.app.open_rows(), {})

    def test_removed_by_the_model_on_its_way_out(self):
        self.open_and_click('remove')
        self.app.tell('remove 3')
        self.app.until(self.gone, 'the row gone')
        self.app.until_still()
        self.assertEqual(self.app.offset(4), 0)
        self.assertEqual(self.app.row(4).extents[1], 3 * 48)

    def test_keys_pass_rows_on_their_way_out(self):
        self.start('--outcome=remove')
        taken = []
        for keys, gone in ((('Down', 'Down', 'Down', 'Delete', 'Up', 'Delete', 'Up', 'Delete', 'Up'), (3, 2, 1)),
                           (('Home', 'Delete', 'Home', 'Delete', 'Home'), (0, 4)), (('End', 'Delete', 'End', 'Delete', 'End'), (59, 58))):
            self.hand.keys(*keys)
            taken += gone
            self.app.until(lambda: sorted(line['taken'] for line in self.app.said('taken')) == sorted(taken), f'{keys}: {taken} gone')
            stays = f'Row {[row for row in range(60) if row not in taken][-1 if "End" in keys else 0]}'
            self.app.until(lambda stays=stays: self.app.focused() == stays, f'{keys}: the focus on {stays}')
            self.app.until(lambda stays=stays: [row.name for row in self.app.rows() if 'selected' in row.states] == [stays], f'{stays} selected')


class Waiting(StandCase):
    def test_a_long_swipe_on_a_row_that_waits_takes_no_row(self):
        self.start('--long', '--outcome=later')
        for pointer in self.pointers():
            for _ in range(2):
                self.stroke(pointer, self.at(3, 0.95), -10, -180, -340)
                self.app.until(lambda: self.app.last('waiting', 3), 'the row showing that it waits')
            self.assertEqual([(line['ran'], line['row']) for line in self.app.said('ran')], [('trash', 3)])
            self.assertEqual({line['row'] for line in self.app.said('offset')}, {3})
        self.app.tell('answer remove')
        self.app.until(lambda: self.app.last('taken') == 3, 'the row gone')

    def test_shift_and_an_arrow_open_no_row_that_waits(self):
        self.start('--long', '--outcome=later')
        self.hand.click(self.at(3))
        self.until_focus('Row 3')
        self.stroke(self.hand.mouse(), self.at(3, 0.95), -10, -180, -340)
        self.assertEqual((self.app.last('ran'), self.app.offset(3)), ('trash', -self.width))
        for key in ('Shift+Left', 'Shift+Right'):
            self.hand.keys(key)
            self.app.sync()
            self.app.rest()
        self.assertEqual(self.app.open_rows(), {})
        self.assertEqual(self.app.offset(3), -self.width)
        self.app.tell('answer remove')
        self.app.until(lambda: self.app.last('taken') == 3, 'the row gone')

    def test_a_press_on_a_row_that_waits_closes_the_open_one(self):
        self.start('--long', '--outcome=later')
        self.stroke(self.hand.mouse(), self.at(3, 0.95), -10, -180, -340)
        self.app.until(lambda: self.app.last('waiting', 3), 'the row showing that it waits')
        for pointer in self.pointers():
            with self.subTest(pointer=pointer):
                self.app.tell('open 5 trailing')
                self.app.rest()
                self.go(pointer, 3)
                self.assertEqual(self.app.events(5)[-2:], [('willClose', 5, 'trailing'), ('didClose', 5, 'trailing')])
        self.app.tell('answer remove')
        self.app.until(lambda: self.app.last('taken') == 3, 'the row gone')


class Undoing(StandCase):
    """What a row says in its front's place, and the button that brings it back."""

    def trash(self, *arguments):
        """Row 3 swiped out of its place."""
        self.start('--outcome=undo', '--long', *arguments)
        self.stroke_out(3)
        return self.offering()[0]

    def stroke_out(self, number):
        x, y = self.at(number, 0.95)
        self.hand.drag((x, y), (x - 340, y))

    def offering(self, count=1):
        """The rows that offer to undo, waited for."""
        def there():
            rows = self.app.rows('Trashed')
            return rows if len(rows) == count and all(self.app.buttons('Undo', row) for row in rows) else None
        found = self.app.until(there, f'{count} rows that can be brought back')
        self.app.until_still()
        return found

    def until_back(self, number):
        self.app.until(lambda: self.app.last('undone') == number, 'the row brought back')
        self.app.until(lambda: self.app.offset(number) == 0, 'its front back')
        self.app.until(lambda: not self.app.rows('Trashed'), 'its own name')
        self.app.rest()
        self.assertEqual(self.app.row(number).extents[1], number * 48)
        self.assertEqual(self.app.buttons('Undo', self.app.row(number)), [])
        self.assertEqual(self.app.count('taken'), 0)

    def test_by_each_pointer(self):
        self.trash()
        for point in (self.hand.click, self.hand.tap):
            row, = self.offering()
            self.assertEqual(row.extents[1], 3 * 48)
            self.assertEqual(self.app.names()[:5], ['Row 0', 'Row 1', 'Row 2', 'Trashed', 'Row 4'])
            point(self.app.place(self.app.button('Undo', row)))
            self.until_back(3)
            self.assertEqual(self.app.count('selected'), 0)
            self.app.forget()
            self.stroke_out(3)
        self.offering()

    def test_a_click_beside_the_button_does_nothing(self):
        # Not even where the one before was on the row itself.
        self.set_gtk(gtk_double_click_time=60000)
        self.start('--outcome=undo', '--undo-seconds=60')
        self.hand.click(self.at(3, 0.3))
        self.until_focus('Row 3')
        self.hand.keys('Delete')
        self.offering()
        self.app.forget()
        for point in [self.hand.click] * 3 + [self.hand.tap] * 3:
            point(self.at(3, 0.3))
            self.app.sync()
        self.assertEqual(self.app.said('activated', 'selected', 'undone', 'taken'), [])

    def test_by_a_finger_that_rests_on_the_button(self):
        row = self.trash()
        self.hand.touch(self.app.place(self.app.button('Undo', row)))
        self.app.pass_time(A_LONG_PRESS)
        self.hand.lift()
        self.until_back(3)
        self.assertEqual(self.app.menu(), {})

    def test_it_stays_as_long_as_a_finger_is_on_it(self):
        row = self.trash('--undo-seconds=2')
        x, y = self.app.place(row, 0.3)
        self.hand.touch((x, y))
        self.app.pass_time(3)
        self.assertEqual(self.app.count('taken'), 0)
        self.hand.lift()
        self.app.until(lambda: self.app.last('taken') == 3, 'the row gone')

    def test_a_finger_along_it_moves_nothing(self):
        row = self.trash()
        x, y = self.app.place(row, 0.3)
        # All but the scroll bar, which fades away at a time of its own.
        left, _, width, _ = self.app.area(row)
        area = left, 0, width - 20, self.app.area(self.app.row(8))[1]
        self.hand.touch((x, y))
        before = self.desk.pixels(area)
        self.hand.slide((x + 120, y))
        # Nor does the list look as if it had come to its edge.
        self.app.until_still()
        self.assertTrue(self.desk.pixels(area) == before, 'something moved')
        self.hand.lift()
        self.offering()

    def test_a_finger_across_it_scrolls(self):
        row = self.trash('--rows', '60')
        x, y = self.app.place(row, 0.3)
        self.hand.swipe((x, y), (x, y - 120))
        self.app.until(lambda: self.app.row(6).extents[1] < 5 * 48, 'the list scrolled')
        self.assertEqual(self.app.count('taken'), 0)

    def test_by_keys(self):
        self.start('--outcome=undo')
        self.hand.keys('Down', 'Down', 'Down')
        self.app.until(lambda: self.app.focused() == 'Row 3', 'the focus on row 3')
        self.hand.keys('Delete', 'Delete')
        self.offering(2)
        # The next keys are for the next row, and Up comes back.
        self.app.until(lambda: self.app.focused() == 'Row 5', 'the focus on the row after')
        self.hand.keys('Up', 'Tab')
        self.app.until(lambda: self.app.focused() == 'Undo', 'the focus on the button')
        self.hand.keys('Return')
        self.app.until(lambda: self.app.last('undone') == 4, 'row 4 brought back')
        self.app.until(lambda: self.app.focused() == 'Row 4', 'the focus on it')
        self.offering(1)
        self.assertEqual(self.app.count('taken'), 0)

    def test_tab_reaches_what_was_just_done(self):
        self.start('--outcome=undo')
        self.hand.keys('Down', 'Down', 'Down')
        self.app.until(lambda: self.app.focused() == 'Row 3', 'the focus on row 3')
        self.hand.keys('Delete')
        self.offering()
        self.app.until(lambda: self.app.focused() == 'Row 4', 'the focus on the row after')
        self.hand.keys('Tab')
        self.app.until(lambda: self.app.focused() == 'Undo', 'the focus on the button')
        self.hand.keys('Return')
        self.until_back(3)

    def test_by_a_screen_reader(self):
        row = self.trash()
        self.app.button('Undo', row).do('')
        self.until_back(3)

    def test_no_other_action_and_no_swipe_meanwhile(self):
        row = self.trash()
        self.stroke_out(3)
        x, y = self.at(3, 0.3)
        self.hand.drag((x, y), (x + 200, y))
        self.hand.keys('Shift+Right')
        row.do('archive')
        self.offering()
        self.assertEqual(self.app.count('ran'), 1)

    def test_its_time_over_it_goes(self):
        self.start('--outcome=undo', '--long', '--undo-seconds=0.3')
        self.stroke_out(3)
        self.app.until(lambda: self.app.last('taken') == 3, 'the row gone')
        self.app.rest()
        self.assertEqual(self.app.row(4).extents[1], 3 * 48)
        self.assertEqual(self.app.count('undone'), 0)

    def test_the_window_closed_nothing_is_lost(self):
        self.trash()
        self.stroke_out(5)
        self.offering(2)
        self.app.tell('close-window')
        self.app.wait_for_end()
        self.assertEqual(sorted(line['taken'] for line in self.app.said('taken')), [3, 5])
        self.app = None


class LongSwipesOverAView(StandCase):
    def test_the_first_action_runs(self):
        self.start('--long', '--outcome=remove', '--tray-view')
        for pointer, row in zip(self.pointers(), (3, 4)):
            self.stroke(pointer, self.at(3, 0.95), -10, -200, -375)
            self.app.until(lambda: self.app.last('taken') == row, f'row {row} gone')


class LongSwipes(StandCase):
    def setUp(self):
        super().setUp()
        self.start('--long', '--outcome=remove')
        self.row = self.app.row(3)

    def pull(self, distance, **options):
        start = self.app.place(self.row, 0.05 if distance > 0 else 0.95)
        self.hand.drag(start, (start[0] + distance, start[1]), **options)

    def test_released_armed_runs_the_outermost_action(self):
        self.pull(-330, release=False)
        self.app.until(lambda: ('armed', 3, 'trailing') in self.app.events(), 'armed')
        self.app.until_still()
        self.assertEqual(self.app.buttons('Star', self.app.row(3)), [])
        self.hand.release()
        self.app.until(lambda: self.app.last('taken') == 3, 'the row gone')
        self.assertEqual(self.app.last('ran'), 'trash')
        self.assertEqual([name for name, _, _ in self.app.events(3)], ['armed', 'committed'])

    def test_pulled_back_it_is_disarmed_and_opens(self):
        self.pull(-330, release=False)
        self.app.until(lambda: ('armed', 3, 'trailing') in self.app.events(), 'armed')
        start = self.app.place(self.row, 0.95)
        self.hand.drag_on((start[0] - 180, start[1]))
        self.app.until(lambda: ('disarmed', 3, 'trailing') in self.app.events(), 'disarmed')
        self.hand.release()
        self.app.until(lambda: self.app.events(3)[-1] == ('didOpen', 3, 'trailing'), 'open')
        self.assertEqual(self.app.count('ran'), 0)
        self.assertEqual(self.app.offset(3), -152)

    def test_an_action_that_restores_brings_the_row_back(self):
        self.pull(330)
        self.app.until(lambda: self.app.last('ran') == 'archive', 'archived')
        self.app.until(lambda: self.app.offset(3) == 0, 'the row back')
        self.app.until_still()
        self.assertEqual(self.app.expanded(), [])

    def test_view_and_model_stay_alike_whatever_the_model_does_meanwhile(self):
        for number in (5, 6, 7):
            row = self.app.row(number)
            start = self.app.place(row, 0.95)
            self.hand.drag(start, (start[0] - 330, start[1]))
            self.app.until(lambda: ('committed', number, 'trailing') in self.app.events(), 'released armed')
            self.app.tell('reverse')
            self.app.tell('reverse')
        self.app.until(lambda: sorted(line['taken'] for line in self.app.said('taken')) == [5, 6, 7], 'the rows gone')
        self.app.until_still()
        self.assertEqual(self.app.names()[:8], [f'Row {n}' for n in (0, 1, 2, 3, 4, 8, 9, 10)])


if __name__ == '__main__':
    unittest.main()
