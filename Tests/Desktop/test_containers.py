"""The rows in other containers than a list view: a grid view, a list box, a list box with the scroller around the group, and a plain box."""

import itertools
import unittest

from harness.accessibility import LIST_ITEM
from harness.case import REVEAL
from harness.hand import along
from harness.stand import TOUCH_LOST, TRAY, StandCase
from harness.sway import SwayDesk

CONTAINERS = ('grid-view', 'list-box', 'boxed')
ALL_CONTAINERS = ('list-view', *CONTAINERS)
ROW = 4


class ContainerCase(StandCase):
    def in_each(self, *arguments, containers=CONTAINERS, **options):
        for container in containers:
            if self.app:
                self.app.end()
            self.start(f'--container={container}', *arguments, **options)
            yield container

    def opened(self, row, side='trailing'):
        return [('willOpen', row, side), ('didOpen', row, side)]

    def walk_tray(self, row):
        """Opens the tray of the row with the focus by keys, and walks to its end and back."""
        self.hand.keys('Shift+Left')
        self.app.until(lambda: self.app.open_rows() == {row: 'trailing'}, f'the tray of row {row}')
        self.hand.keys('Tab')
        self.until_focus('Star')
        # After the last button there is nothing further.
        self.hand.keys('Right', 'Right', 'Left')
        self.until_focus('Star')
        self.assertEqual(self.app.open_rows(), {row: 'trailing'})

    def drag_away(self, row):
        """Drags a row down until GTK has begun drag and drop, and keeps the button down."""
        self.go(self.hand.mouse(), row, (0, 10), (0, 20), up=False)
        x, y = self.at(row)
        further = itertools.count(21)

        def dragged():
            # GTK begins no drag within 100 ms of the press, so the hand moves on.
            self.hand.point((x, y + next(further)))
            return self.app.said('dragged')
        self.app.until(dragged, f'row {row} being dragged')


class Containers(ContainerCase):
    def test_mouse_and_finger_open_a_row_and_a_press_elsewhere_closes_it(self):
        for container in self.in_each('--still'):
            for pointer in self.pointers():
                self.app.forget()
                shown = self.go(pointer, ROW, -20, -60, -130)
                self.assertEqual(shown[0], 0)
                self.assertEqual(self.app.events(), self.opened(ROW))
                self.assertEqual(self.app.offset(ROW), -TRAY)
                self.stroke(pointer, self.at(ROW + 2))
                self.app.until(lambda: self.app.open_rows() == {}, 'the row closed')
                self.app.tell('pressed')
                self.assertEqual(self.app.last('pressed'), 0)

    def test_a_pen_pans_where_a_mouse_does_not(self):
        steps = [along((0, 0), 180 + 35, length) for length in (9, 40, 90, 160)]
        for container in self.in_each('--still', containers=ALL_CONTAINERS):
            self.go(self.hand.mouse(), ROW, *steps)
            self.assertEqual(self.app.events(), [], container)
            self.desk.take_pen()
            pen = self.hand.mouse()
            self.go(pen, ROW, *steps)
            self.assertEqual(self.app.events(), self.opened(ROW), container)
            self.assertEqual(self.app.offset(ROW), -TRAY)
            self.stroke(pen, self.at(ROW + 2))
            self.app.until(lambda: self.app.open_rows() == {}, 'the row closed')
            self.hand.let_go()

    def test_a_finger_pans_up_to_45_degrees_and_scrolls_beyond_however_coarse_its_motion(self):
        for container in self.in_each('--still'):
            finger = self.hand.finger()
            for lengths in ((9, 20, 40, 60), (30, 45, 60)):
                for degrees in (5, 20, 35, 44, 50):
                    for turned in (180 + degrees, 180 - degrees):
                        self.begin_anew()
                        steps = [along((0, 0), turned, length) for length in lengths]
                        pans = self.go(finger, 8, *steps, up=False)[-1] != 0
                        scrolls = self.app.count('scrolled') > 0
                        self.hold_still(frames=12)
                        finger.up()
                        self.app.rest()
                        if degrees < 45:
                            self.assertEqual((pans, scrolls), (True, False), f'{container} {turned} {lengths}')
                        else:
                            self.assertFalse(pans, f'{container} {turned} {lengths}')

    def test_right_to_left_the_sides_and_the_keys_are_mirrored(self):
        for container in self.in_each('--still', '--right-to-left'):
            for pointer in self.pointers():
                self.app.forget()
                self.go(pointer, ROW, -20, -60, -130)
                self.assertEqual(self.app.events(), self.opened(ROW, 'leading'), container)
                self.app.tell('close')
            self.hand.click(self.at(ROW))
            self.until_focus(f'Row {ROW}')
            self.app.forget()
            self.hand.keys('Shift+Right')
            self.app.until(lambda: self.app.events() == self.opened(ROW), f'{container}: the tray')

    def test_with_text_at_double_size_nothing_is_clipped_and_a_row_opens(self):
        self.text_at_double_size()
        # A row takes the height that its buttons need.
        for container in self.in_each('--still', '--width=600', '--row-height=96'):
            self.drag(self.app.row(ROW), -300)
            self.app.until(lambda: self.app.events() == self.opened(ROW), f'{container}: the row open')
            self.assertLess(self.app.offset(ROW), -TRAY)
            self.app.tell(f'look {ROW}')
            self.assertEqual((self.app.last('titles', ROW), self.app.last('clipped', ROW)), (2, False), container)

    def test_a_row_that_is_a_drag_source_is_dragged_up_and_down_and_pans_sideways(self):
        for container in self.in_each('--still', '--draggable'):
            start = self.app.place(self.app.row(ROW), 0.3)
            self.hand.drag(start, (start[0] + 60, start[1]))
            self.app.rest()
            self.assertEqual((self.app.said('dragged'), self.app.said('offset') == []), ([], False), container)
            self.begin_anew()
            self.drag_away(ROW)
            self.hand.release()
            self.app.rest()
            self.assertEqual(self.app.said('offset', 'event'), [], container)

    def test_a_row_is_dropped_on_another_and_both_pan_afterwards(self):
        for container in self.in_each('--still', '--draggable', '--droppable', containers=ALL_CONTAINERS):
            for pointer in self.pointers():
                self.begin_anew()
                self.drag_away(ROW)
                self.hand.drag_on(self.at(ROW + 3))
                self.hand.release()
                self.app.until(lambda: self.app.said('dropped'), f'{container}: the row dropped')
                self.app.rest()
                self.assertEqual([line['row'] for line in self.app.said('dropped')], [ROW + 3], container)
                self.assertEqual(self.app.said('offset', 'event'), [], container)
                # On X11 GTK tells nobody of the release.
                for row in (ROW, ROW + 3):
                    self.begin_anew()
                    self.go(pointer, row, -20, -60, -130)
                    self.assertEqual(self.app.events(), self.opened(row), f'{container} {pointer}')

    def test_a_second_finger_on_another_row_changes_nothing(self):
        for container in self.in_each('--still'):
            first, second = self.hand.finger(1), self.hand.finger(2)
            self.go(first, ROW, 20, 60, up=False)
            shown = self.go(second, ROW + 3, -20, -130, up=False)
            self.assertEqual(shown, [0, 0], container)
            self.go_on(first, ROW, 130, up=False)
            second.up()
            self.app.sync()
            first.up()
            self.app.rest()
            self.assertEqual(self.app.events(), self.opened(ROW, 'leading'), container)
            self.assertEqual({line['row'] for line in self.app.said('offset')}, {ROW}, container)
            self.assertEqual(self.app.said('scrolled', 'selected', 'activated'), [], container)
            self.begin_anew()
            self.go(second, ROW + 3, -20, -60, -130)
            self.assertEqual(self.app.events(), self.opened(ROW + 3), container)

    def test_a_list_in_a_sidebar_is_as_wide_as_its_rows_which_pan(self):
        for container in self.in_each('--still', '--sidebar', '--width=700', containers=ALL_CONTAINERS):
            # A list box has a border.
            self.assertAlmostEqual(self.width, 300, delta=4, msg=container)
            for pointer, degrees in itertools.product(self.pointers(), (180, 200)):
                self.begin_anew()
                self.go(pointer, ROW, *(along((0, 0), degrees, length) for length in (9, 20, 60, 140)))
                self.assertEqual(self.app.events(), self.opened(ROW), f'{container} {pointer} {degrees}')
                self.assertEqual(self.app.said('scrolled'), [], f'{container} {pointer} {degrees}')

    def test_a_page_that_is_turned_ends_the_gesture_and_its_rows_open_while_it_is_hidden(self):
        for container in self.in_each('--still', '--stack', containers=ALL_CONTAINERS, forgiven=[TOUCH_LOST]):
            for pointer in self.pointers():
                self.begin_anew()
                self.assertNotEqual(self.go(pointer, ROW, 20, 60, up=False)[-1], 0)
                self.app.tell('page other')
                self.app.sync()
                self.go_on(pointer, ROW, 90, 130)
                self.go(pointer, ROW, -20, -60, -130)
                self.assertEqual((self.app.events(), self.app.offset(ROW)), ([], 0), f'{container} {pointer}')
                self.app.tell(f'open {ROW + 1} leading')
                self.app.tell('page list')
                self.app.rest()
                self.assertEqual(self.app.events(), self.opened(ROW + 1, 'leading'), f'{container} {pointer}')
                self.app.forget()
                self.go(pointer, ROW, -20, -60, -130)
                self.assertEqual(self.app.events(ROW), self.opened(ROW), f'{container} {pointer}')

    def test_a_window_that_is_closed_in_the_midst_of_a_gesture_reports_nothing(self):
        for name in ('mouse', 'finger'):
            for container in self.in_each():
                pointer = getattr(self.hand, name)()
                self.assertNotEqual(self.go(pointer, ROW, 20, 60, 130, up=False)[-1], 0)
                self.app.tell('close-window')
                pointer.up()
                self.app.wait_for_end()
                self.assertEqual(self.app.events(), [], f'{container} {name}')
                self.app = None

    def test_a_gesture_goes_with_its_item_while_that_is_under_the_pointer(self):
        changes = ('count 0', 'count 60', False), ('filter 3', 'filter', False), ('filter 2', 'filter', True), ('insert 99', 'remove 99', True)
        for container in self.in_each('--still', forgiven=[TOUCH_LOST]):
            for pointer, (change, back, stays) in itertools.product(self.pointers(), changes):
                self.begin_anew()
                self.assertNotEqual(self.go(pointer, ROW, 10, 30, 60, up=False)[-1], 0)
                self.app.tell(change)
                self.app.sync()
                # A row that has moved away from the pointer goes on with no gesture.
                stays = stays and self.app.area(self.app.row(ROW))[1] <= self.at(ROW)[1] < sum(self.app.area(self.app.row(ROW))[1::2])
                self.go_on(pointer, ROW, 70, 130)
                what = f'{container} {pointer} {change}'
                self.assertEqual(self.app.events(), self.opened(ROW, 'leading') if stays else [], what)
                self.assertEqual(self.app.offset(ROW), TRAY if stays else 0, what)
                self.assertEqual(self.app.said('activated', 'ran'), [], what)
                self.app.tell('close')
                self.app.tell(back)
                self.app.rest()

    def test_a_full_swipe_runs_its_action_and_the_next_row_takes_the_place(self):
        for container in self.in_each('--long', '--outcome=remove'):
            self.go(self.hand.finger(), ROW, -20, -380, across=0.98)
            self.app.until(lambda: self.app.last('taken') == ROW, 'the row taken out')
            self.app.rest()
            self.assertEqual([line['row'] for line in self.app.said('ran')], [ROW])

    def test_keys_open_walk_and_run(self):
        for container in self.in_each('--still', '--outcome=remove'):
            self.hand.click(self.at(ROW))
            self.until_focus(f'Row {ROW}')
            self.walk_tray(ROW)
            self.hand.keys('Escape')
            self.app.until(lambda: self.app.open_rows() == {}, 'closed')
            self.until_focus(f'Row {ROW}')
            # Plain arrows go from row to row up and down alone.
            self.hand.keys('Left', 'Right', 'Down')
            self.until_focus(f'Row {ROW + 1}')
            self.app.forget()
            for _ in range(5):
                self.hand.keys('Delete')
            self.app.until(lambda: self.app.count('taken') == 5, 'five rows taken out')
            self.assertEqual([line['taken'] for line in self.app.said('taken')], list(range(ROW + 1, ROW + 6)))

    def test_screen_readers_find_list_items_and_whether_they_are_open(self):
        for container in self.in_each('--still'):
            self.assertEqual(self.app.row(ROW).role, LIST_ITEM, container)
            self.app.tell(f'open {ROW} leading')
            self.app.until(lambda: self.app.expanded() == [f'Row {ROW}'], 'the state expanded')

    def turn(self, pointer, what):
        """Drags the page towards the next, and back."""
        self.app.forget()
        self.go(pointer, ROW, -20, -60, -20, -1)
        self.assertGreater(max((line['turned'] for line in self.app.said('turned')), default=0), 0.05, what)

    def test_a_carousel_around_turns_by_what_is_no_rows_whatever_the_rows_did_before(self):
        for container in self.in_each('--carousel', '--still', '--sides=leading', containers=ALL_CONTAINERS):
            for pointer in self.pointers():
                self.turn(pointer, f'{container} {pointer}, first')
                self.go(pointer, ROW, 20, 60, 130)
                self.assertEqual(self.app.open_rows(), {ROW: 'leading'})
                # A press that closes the row is used up.
                self.go(pointer, ROW)
                self.assertEqual(self.app.open_rows(), {})
                self.turn(pointer, f'{container} {pointer}, after a pan and a press')
            self.app.tell('open 2 leading')
            self.app.rest()
            self.app.forget()
            x, y = self.at(ROW)
            self.hand.touch((x, y))
            # The menu comes when the finger lifts.
            self.app.until(lambda: self.app.open_rows() == {} and self.app.said('event'), 'row 2 closed')
            for way in ((-120, 0), (0, -120)):
                self.hand.slide((x + way[0], y + way[1]))
                self.app.sync()
            self.assertEqual(self.app.said('scrolled', 'turned'), [], container)
            self.hand.lift()
            self.app.until(self.app.menu, 'the menu')
            self.hand.keys('Escape')
            self.app.until(lambda: not self.app.menu(), 'no menu')
            self.turn(self.hand.finger(), f'{container}, after the menu')


class BelowOneAnother(ContainerCase):
    """Six boxed rows and, in the same scroller, a group of rows from 100 on: in another list box, or put into a plain box by hand."""

    def in_both(self, *arguments):
        for below in ('boxed', 'by-hand'):
            if self.app:
                self.app.end()
            self.start('--container=boxed', f'--below={below}', '--rows=6', *arguments)
            yield below

    def at(self, row, across=0.5):
        return super().at(row if row < 100 else row - 94, across)

    def closed(self, row):
        return [('willClose', row, 'trailing'), ('didClose', row, 'trailing')]

    def pan(self, pointer, row):
        self.stroke(pointer, self.at(row), -20, -60, -130)

    def test_a_press_or_a_pan_in_one_closes_the_others_row(self):
        for below in self.in_both('--still'):
            for pointer, (row, other), pans in itertools.product(self.pointers(), ((2, 103), (103, 2)), (False, True)):
                what = f'{below} {pointer} {row} {pans}'
                self.app.forget()
                self.pan(pointer, row)
                self.assertEqual(self.app.events(), self.opened(row), what)
                self.app.forget()
                if pans:
                    self.pan(pointer, other)
                else:
                    self.stroke(pointer, self.at(other))
                self.assertEqual(self.app.events(row), self.closed(row), what)
                self.assertEqual(self.app.events(other), self.opened(other) if pans else [], what)
                self.assertEqual(self.app.said('scrolled'), [], what)
                self.app.tell('close')
                self.stroke(pointer, self.at(-1))
                self.app.rest()

    def test_one_of_each_is_open_until_a_press_or_scrolling(self):
        for below in self.in_both('--still'):
            def press_beside():
                self.stroke(pointer, self.at(4))

            def press_below():
                self.stroke(pointer, self.at(105))

            def pan_back():
                self.stroke(pointer, self.at(2, 0.2), 20, 60, 150)

            def scroll():
                self.app.tell('scroll 9')
            for pointer, end in itertools.product(self.pointers(), (press_beside, press_below, pan_back, scroll)):
                self.app.tell('scroll 0')
                self.app.rest()
                self.app.forget()
                self.pan(pointer, 103)
                self.app.tell('open 2 trailing')
                self.app.rest()
                self.assertEqual(self.app.events(), self.opened(103) + self.opened(2), below)
                self.app.forget()
                end()
                self.app.rest()
                what = f'{below} {pointer} {end.__name__}'
                self.assertEqual((self.app.events(2), self.app.events(103)), (self.closed(2), self.closed(103)), what)

    def test_a_row_follows_its_finger_whatever_one_on_a_row_of_the_other_does(self):
        for below in self.in_both('--still'):
            for row, other in ((2, 103), (103, 2)):
                first, second = self.hand.finger(1), self.hand.finger(2)
                self.app.forget()
                self.go(first, row, -20, -60, up=False)
                self.go(second, other, -20, -60, up=False)
                self.go_on(first, row, -130, up=False)
                second.up()
                first.up()
                self.app.rest()
                self.assertEqual(self.app.events(row), self.opened(row), f'{below} {row}')
                self.assertEqual(self.app.said('scrolled', 'selected', 'activated'), [], f'{below} {row}')
                self.stroke(first, self.at(-1))
                self.assertEqual(self.app.events(row), self.opened(row) + self.closed(row), f'{below} {row}')

    def test_tab_goes_from_one_row_by_hand_to_the_next(self):
        self.start('--container=boxed', '--below=by-hand', '--rows=6')
        self.hand.click(self.at(2))
        self.until_focus('Row 2')
        for stroke, row in (('Tab', 100), ('Tab', 101), ('Tab', 102), ('Shift+Tab', 101)):
            self.hand.keys(stroke)
            self.until_focus(f'Row {row}')
        self.walk_tray(101)

    def test_tab_leaves_an_open_row_by_hand_for_good(self):
        self.start('--container=boxed', '--below=by-hand', '--rows=6')
        for side in ('Shift+Left', 'Shift+Right'):
            self.hand.keys('Escape')
            self.app.rest()
            self.hand.click(self.at(2))
            self.until_focus('Row 2')
            self.hand.keys('Tab', 'Tab')
            self.until_focus('Row 101')
            self.hand.keys(side)
            self.app.until(lambda: 101 in self.app.open_rows(), 'the row open')
            self.app.rest()
            visited = []
            while 'Row 103' not in visited and len(visited) < 9:
                before = self.app.focused()
                self.hand.keys('Tab')
                self.app.until(lambda: self.app.focused() != before, 'the focus to go on')
                visited.append(self.app.focused().split(',')[0])
            self.assertEqual(visited[-2:], ['Row 102', 'Row 103'], side)
            self.assertNotIn('Row 101', visited)


class OnWayland(ContainerCase):
    kind = SwayDesk

    def test_two_fingers_and_the_mouse_open_a_row_at_one_and_a_half_device_pixels_a_pixel(self):
        with self.desk.scaled(1.5):
            for container in self.in_each():
                self.hand.point(self.app.place(self.app.row(ROW)))
                self.hand.two_fingers((-REVEAL, 0))
                self.app.until(lambda: self.app.events() == self.opened(ROW), f'{container}: the row open')
                self.app.rest()
                self.app.forget()
                self.go(self.hand.mouse(), ROW + 2, 20, 60.5, 130)
                self.assertEqual(self.app.open_rows(), {ROW + 2: 'leading'}, container)
                self.assertEqual(self.app.said('scrolled'), [])


if __name__ == '__main__':
    unittest.main()
