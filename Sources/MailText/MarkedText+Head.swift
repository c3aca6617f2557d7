internal import CDunnockGio

extension MarkedText {
  /// What a mail within the mail begins with: what it is about, who wrote it, and when, by the local clock; what its header does not say
  /// is left out.
  static func head(
    of addressing: Addressing, within budget: TextBudget
  ) -> (text: MarkedText, isCut: Bool) {
    var builder = Builder(budget: budget, findsLinks: false)
    if !addressing.subject.isEmpty {
      let heading = builder.open(.heading(3))
      builder.append(addressing.subject)
      builder.endLine()
      builder.close(heading)
    }
    let writer = addressing.from.first.map {
      $0.name.isEmpty || $0.address.isEmpty ? $0.title : "\($0.name) <\($0.address)>"
    }
    let line = [writer ?? "", moment(addressing.date)].filter { !$0.isEmpty }
      .joined(separator: " · ")
    if !line.isEmpty {
      builder.append(line)
      builder.endLine()
    }
    return builder.finished()
  }

  /// In numbers, which people of any language read; empty for 0.
  private static func moment(_ date: Int64) -> String {
    guard date != 0, let moment = g_date_time_new_from_unix_local(gint64(date)) else { return "" }
    defer { g_date_time_unref(moment) }
    guard let text = g_date_time_format(moment, "%Y-%m-%d %H:%M") else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}
