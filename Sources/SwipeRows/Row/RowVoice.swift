import CDunnockGtk
import GtkBridge

/// What a row says to screen readers, and the actions that they and the program reach by name.
final class RowVoice {
  private unowned let row: SwipeRow
  /// Said in place of the label for a while.
  private var instead: String?
  /// The name of the list item to screen readers; nil: what its front shows.
  private(set) var label: String?
  /// Whether the list item has the actions by name, as they look now.
  private var hasActions = false
  /// Whether the list item is followed, for GTK tells screen readers anew what the model has selected.
  private var followsSelected = false

  /// Whether anybody may ask for the row by now: it has been laid out, or came into a list that had been.
  var isReachable = false {
    didSet { if isReachable != oldValue { offerActions() } }
  }

  /// Whether screen readers and the program reach the actions by name.
  var offersActions = true {
    didSet { if offersActions != oldValue { offerActions() } }
  }

  init(of row: SwipeRow) { self.row = row }

  private var item: Widget { row.listItem }

  private var content: SwipeContent { row.content }

  /// The row says or offers something else; nil: something at all.
  func contentChanged(from old: SwipeContent?) {
    if old.map({ !content.offersTheSame(as: $0) }) ?? true { hasActions = false }
    sayLabel()
    showSelected()
    offerActions()
  }

  /// Says another text in place of the label, or with nil the label again.
  func say(instead text: String?) {
    instead = text
    sayLabel()
  }

  /// Sets whether the row is open, or with nil that it cannot be opened.
  func setExpanded(_ isExpanded: Bool?) { item.setExpanded(isExpanded) }

  /// Sets whether something is being done to the row that takes its time.
  func setBusy(_ isBusy: Bool) { item.setBusy(isBusy) }

  private func sayLabel() {
    let new =
      instead ?? [row.shownHeading, content.label].compactMap(\.self).joined(separator: ", ")
    if !new.isEmpty {
      item.setSpokenLabel(new)
    } else if label != nil {
      gtk_accessible_reset_property(item.opaque, GTK_ACCESSIBLE_PROPERTY_LABEL)
    }
    label = new.isEmpty ? nil : new
  }

  /// Shows whether the row counts as selected, where the program itself says so.
  private func showSelected() {
    guard content.isSelected != nil || followsSelected else { return }
    item.setClass("is-selected", content.isSelected == true)
    item.setClass("is-unselected", content.isSelected == false)
    tellSelected()
    if followsSelected { return }
    followsSelected = true
    let tell: @MainActor () -> Void = { [weak self] in
      guard let self, content.isSelected != nil else { return }
      // GTK tells its own after this.
      row.group?.later.at(.idle) { [weak self] in self?.tellSelected() }
    }
    Signal.connect(UnsafeMutableRawPointer(item), "state-flags-changed", tell)
    // GTK 4.18 does so of each item whose place has changed, too.
    row.cell.map { _ = Signal.connect(UnsafeMutableRawPointer($0), "notify::position", tell) }
  }

  private func tellSelected() {
    let flags = gtk_widget_get_state_flags(item).rawValue
    item.setSelected(content.isSelected ?? (flags & GTK_STATE_FLAG_SELECTED.rawValue != 0))
  }

  /// Puts the actions on the list item by name.
  ///
  /// A group costs more than all else that binding does, so one serves every item whose actions look the same, and what a list makes
  /// beyond its sight as it opens has none until it is seen.
  private func offerActions() {
    guard row.isPlaced else { return }
    guard offersActions, content.isEnabled else {
      hasActions = false
      gtk_widget_insert_action_group(item, "row", nil)
      return
    }
    guard isReachable, !hasActions else { return }
    hasActions = true
    let group = ActionGroup()
    for (place, (name, action)) in content.namedGroups.joined().enumerated() {
      group.add(name, isEnabled: action.isEnabled) { [weak self] in
        // Of the item that it shows by then, whose actions look the same.
        self?.content.groups.joined().dropFirst(place).first.map { self?.row.run($0) }
      }
    }
    group.insert(into: item, prefix: "row")
  }
}
