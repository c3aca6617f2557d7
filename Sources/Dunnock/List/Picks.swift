/// The rows that a person has selected for a command to several of them.
///
/// None as a rule: commands are then about the row that is current. Rows are known by identity, so that nothing that comes, goes or is
/// sorted selects another.
struct Picks: Equatable {
  private(set) var rows: Set<RowID> = []
  /// Where a range begins that is selected next.
  private(set) var anchor: RowID?
  /// What is selected beside the range that is being selected.
  private var apart: Set<RowID> = []

  var isEmpty: Bool { rows.isEmpty }

  var count: Int { rows.count }

  func contains(_ id: RowID) -> Bool { rows.contains(id) }

  /// Selects a row, or selects it no more; a range begins there from now on.
  mutating func toggle(_ id: RowID) {
    rows.formSymmetricDifference([id])
    begin(at: id)
  }

  /// Selects these and no other.
  mutating func replace(with rows: some Sequence<RowID>) {
    self.rows = Set(rows)
    begin(at: anchor)
  }

  /// Selects the range from where it begins, in place of the one that was selected from there last.
  mutating func cover(_ range: some Sequence<RowID>, from anchor: RowID) {
    if self.anchor != anchor { begin(at: anchor) }
    rows = apart.union(range)
  }

  /// Rows have become others.
  mutating func pass(_ replacements: [RowID: RowID]) {
    let pass = { (id: RowID) in replacements[id] ?? id }
    rows = Set(rows.map(pass))
    apart = Set(apart.map(pass))
    anchor = anchor.map(pass)
  }

  /// These rows are there no more.
  mutating func remove(_ gone: Set<RowID>) {
    rows.subtract(gone)
    apart.subtract(gone)
    if rows.isEmpty || anchor.map(gone.contains) == true { anchor = nil }
  }

  private mutating func begin(at id: RowID?) {
    anchor = rows.isEmpty ? nil : id
    apart = rows
  }
}
