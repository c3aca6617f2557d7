import CDunnockGio

/// User-visible text in the person's language.
///
/// The message must be a plain literal, or one marked by `msgid`, so that xgettext finds it; fill in values with `filling(_:)`.
package func tr(_ message: String) -> String {
  // Without a translation the answer is the argument itself, so it is read while that lives.
  message.withCString { String(cString: g_dgettext(nil, $0)) }
}

/// The same for a text that means two things in English, which the context tells apart.
package func trc(_ context: String, _ message: String) -> String {
  context.withCString { context in
    message.withCString { String(cString: g_dpgettext2(nil, context, $0)) }
  }
}

/// User-visible text that depends on a number.
package func trn(_ singular: String, _ plural: String, _ count: Int) -> String {
  singular.withCString { singular in
    plural.withCString { plural in
      String(cString: g_dngettext(nil, singular, plural, gulong(max(0, count))))
    }
  }
}

extension Int {
  /// The number with its digits grouped as the person's language does.
  package var grouped: String {
    withVaList([self]) { values in
      guard let text = g_strdup_vprintf("%'ld", values) else { return String(self) }
      defer { g_free(text) }
      return String(cString: text)
    }
  }
}

extension String {
  /// This text with `%1$s`, `%2$s`, … replaced by the values, in whatever order a translation puts them.
  package func filling(_ values: String...) -> String { filling(values) }

  /// The same with the values gathered already.
  package func filling(_ values: [String]) -> String {
    var filled = ""
    var rest = self[...]
    while let percent = rest.firstIndex(of: "%") {
      filled += rest[..<percent]
      let marker = rest[percent...].prefix(4)
      if marker.hasSuffix("$s"), let place = marker.dropFirst().first?.wholeNumberValue,
        values.indices.contains(place - 1)
      {
        filled += values[place - 1]
        rest = rest[percent...].dropFirst(4)
      } else {
        filled += "%"
        rest = rest[percent...].dropFirst()
      }
    }
    return filled + rest
  }
}
