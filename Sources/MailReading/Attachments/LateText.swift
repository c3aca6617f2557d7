import CDunnockGtk
import CDunnockShim
import GtkBridge

/// A content provider for a drag whose text is made only when another program asks for it.
///
/// - Parameters:
///   - type: The MIME type.
///   - make: Called for each request, with what takes the text, once, then or later; nil where there is none.
/// - Returns: The GdkContentProvider, which the caller owns.
func lateText(
  of type: String,
  _ make: @escaping @MainActor (_ give: @escaping @MainActor (String?) -> Void) -> Void
) -> UnsafeMutableRawPointer? {
  dnk_late_provider_new(
    type,
    { request, data in
      nonisolated(unsafe) let request = request
      onMain {
        closure(data, as: (@MainActor (@escaping @MainActor (String?) -> Void) -> Void).self)({
          text in
          dnk_late_provider_give(request, text)
        })
      }
    }, Unmanaged.passRetained(ClosureBox(make)).toOpaque(), { releaseClosure($0) }
  ).map { UnsafeMutableRawPointer($0) }
}
