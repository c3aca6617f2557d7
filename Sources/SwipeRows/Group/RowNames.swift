import GtkBridge
import Panning

/// The program's items and the handles that stand for them in the list: the one place that knows both.
final class RowNames<ID: Hashable> {
  /// Whether a handle must be kept: a row shows its item, or something of it is remembered.
  var isInUse: (RowHandle) -> Bool = { _ in true }

  /// Names the section that an object is in; nil: the program says which rows have headings.
  var section: (@MainActor (ModelObject) -> String)?

  private let id: @MainActor (UnsafeMutableRawPointer) -> ID?
  private let newHandle: @MainActor () -> RowHandle
  private var handles: [ID: RowHandle] = [:]
  private var ids: [RowHandle: ID] = [:]
  /// With so many, those that are not in use are let go: some few hundred rows at most are.
  private var limit = 1024

  /// - Parameters:
  ///   - id: Names the item of an object of the model; nil for an object of another kind.
  ///   - newHandle: Answers a handle that no other row has.
  init(
    _ id: @escaping @MainActor (UnsafeMutableRawPointer) -> ID?,
    newHandle: @escaping @MainActor () -> RowHandle
  ) {
    self.id = id
    self.newHandle = newHandle
  }

  /// The handle of an item, nil if it has none.
  subscript(id: ID) -> RowHandle? { handles[id] }

  /// The item of a handle, nil if it has been let go.
  subscript(row: RowHandle) -> ID? { ids[row] }

  /// The handle of an item, a new one if it has none.
  func handle(_ id: ID) -> RowHandle {
    if let row = handles[id] { return row }
    if handles.count >= limit { letGo() }
    let row = newHandle()
    handles[id] = row
    ids[row] = id
    return row
  }

  /// The handle of the item of an object, a new one if it has none.
  func handle(ofObject object: UnsafeMutableRawPointer) -> RowHandle? { id(object).map(handle) }

  /// The handle of the item of an object, nil if it has none: an object that is asked in a walk is not remembered for it.
  func knownHandle(ofObject object: UnsafeMutableRawPointer) -> RowHandle? {
    id(object).flatMap { handles[$0] }
  }

  private func letGo() {
    for (row, id) in ids where !isInUse(row) {
      ids[row] = nil
      handles[id] = nil
    }
    limit = max(1024, 2 * handles.count)
  }
}
