import CDunnockGtk
import GtkBridge
import MailText
import Texts

/// What a mail invites to: what, when, where and who, and a button that gives it to the calendar.
final class InvitationCard {
  /// A GtkBox; hidden at first.
  let widget: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 14)

  private let kind = Widget.selectableLabel("caption-heading", "dim-label")
  private let what = Widget.selectableLabel(lines: 3, "title-4")
  /// GTK 4.8 takes a box that was empty while it was hidden for one whose height does not follow its width, so the lines have none of
  /// their own.
  private let texts: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)
  private var lines: [Widget] = []
  private let open: Widget = gtk_button_new_with_label(tr("Open in Calendar"))
  private var perform: () -> Void = {}

  init() {
    widget.addClasses("invitation")
    let icon = Widget.silentImage()
    gtk_image_set_from_icon_name(icon.opaque, "x-office-calendar-symbolic")
    gtk_image_set_pixel_size(icon.opaque, 24)
    gtk_widget_set_valign(icon, GTK_ALIGN_START)
    gtk_widget_set_hexpand(texts, 1)
    gtk_widget_set_halign(open, GTK_ALIGN_START)
    open.addClasses("open-calendar")
    Signal.connect(open, "clicked") { [weak self] in self?.perform() }
    for part in [kind, what, open] { gtk_box_append(texts.cast(), part) }
    for part in [icon, texts] { gtk_box_append(widget.cast(), part) }
    gtk_widget_set_visible(widget, 0)
  }

  /// Shows an invitation.
  ///
  /// - Parameters:
  ///   - now: Seconds since 1970.
  ///   - open: Gives it to the calendar.
  func show(_ invitation: Invitation, now: Int, open: @escaping () -> Void) {
    perform = open
    let state = invitation.state(at: now)
    kind.showText(state.isEmpty ? invitation.kind : invitation.kind + " · " + state)
    what.showText(invitation.summary.isEmpty ? tr("No title") : invitation.summary)
    widget.setClass("cancelled", invitation.method == .cancellation)
    for line in lines { gtk_box_remove(texts.cast(), line) }
    lines = []
    for (title, text) in [
      (tr("Response"), invitation.answered),
      (tr("When"), [invitation.when, invitation.whenThere].joined(separator: "\n")),
      (tr("Where"), invitation.location),
      (tr("Who"), invitation.who),
    ] where !text.isEmpty {
      for part in text.split(separator: "\n") {
        let line = Widget.selectableLabel(lines: 4)
        line.showText(String(part))
        line.setSpokenLabel(title + ": " + part)
        gtk_box_insert_child_after(texts.cast(), line, lines.last ?? what)
        lines.append(line)
      }
    }
    gtk_widget_set_visible(widget, 1)
  }
}

extension Invitation {
  /// What the mail is about.
  var kind: String {
    switch method {
    case .request: tr("Invitation")
    case .reply: tr("Reply to an Invitation")
    case .cancellation: trc("invitation", "Canceled")
    case .other: tr("Event")
    }
  }

  /// Whether it is over; empty as long as it is not.
  func state(at now: Int) -> String {
    // No clock is further behind UTC.
    let delay: Int64 = isInUnknownZone ? 12 * 3_600 : 0
    guard !repeats, let last = end ?? start, last < Int64(now) - delay else { return "" }
    return tr("in the past")
  }

  /// When it is, in local time; whole days by their dates alone, and what was planned in a zone that nothing is known of by the clock
  /// there. Empty when that is not told.
  package var when: String {
    guard let start else { return "" }
    var text = isWholeDays ? days(from: start) : times(from: start)
    if text.isEmpty { return "" }
    if repeats { text = tr("%1$s, repeats").filling(text) }
    return text
  }

  /// When it begins by the clock of whoever planned it; empty where that is the local one.
  package var whenThere: String {
    guard let start, let zone, !isWholeDays else { return "" }
    guard let offset = zone.offset else {
      return tr("In the time zone “%1$s”, which Dunnock does not know").filling(
        "\u{2068}\(zone.name)\u{2069}")
    }
    if offset == ShortDate.offset(Int(start)) { return "" }
    let there = Int(start) + offset
    let isSameDay = ShortDate.day(there, isUTC: true) == ShortDate.day(Int(start))
    let time =
      isSameDay ? ShortDate.time(there, isUTC: true) : ShortDate.full(there, isUTC: true)
    return tr("Planned for %1$s in the time zone %2$s").filling(time, zone.name)
  }

  /// What somebody who was invited says; empty where nobody does.
  var answered: String {
    guard method == .reply, let who = attendees.first?.inShort else { return "" }
    return switch answer {
    case .accepted: tr("%1$s accepts").filling(who)
    case .declined: tr("%1$s declines").filling(who)
    case .tentative: tr("%1$s may attend").filling(who)
    case nil: ""
    }
  }

  private func days(from start: Int64) -> String {
    let first = ShortDate.day(Int(start), isUTC: true)
    // The end is the first day that does not belong to it.
    guard let end, end - 86_400 > start else { return first }
    return tr("%1$s – %2$s").filling(first, ShortDate.day(Int(end - 86_400), isUTC: true))
  }

  private func times(from start: Int64) -> String {
    let last = max(start, end ?? start)
    let isThere = isInUnknownZone
    let isOneDay =
      ShortDate.day(Int(start), isUTC: isThere) == ShortDate.day(Int(last), isUTC: isThere)
    let first = ShortDate.full(Int(start), isUTC: isThere)
    if first.isEmpty { return "" }
    let text =
      last == start
      ? first
      : tr("%1$s – %2$s").filling(
        first,
        isOneDay
          ? ShortDate.time(Int(last), isUTC: isThere) : ShortDate.full(Int(last), isUTC: isThere))
    return isThere ? text : text + " " + ShortDate.zone(Int(last))
  }

  /// Who holds it, and the first of those who are invited.
  var who: String {
    var parts: [String] = []
    if let organizer, !organizer.title.isEmpty {
      parts.append(tr("Organized by %1$s").filling(organizer.inShort))
    }
    let others = (method == .reply ? [] : attendees).filter {
      !$0.title.isEmpty && $0.address != organizer?.address
    }
    let named = others.prefix(Self.mostNamed).map(\.inShort).listed
    let rest = others.count - min(others.count, Self.mostNamed) + moreAttendees
    if !named.isEmpty {
      parts.append(
        rest == 0
          ? tr("with %1$s").filling(named)
          : trn("with %1$s and %2$s other", "with %1$s and %2$s others", rest).filling(
            named, String(rest)))
    }
    return parts.joined(separator: "\n")
  }

  private static let mostNamed = 4
}
