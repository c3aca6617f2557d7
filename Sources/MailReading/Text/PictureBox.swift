import CDunnockGtk
import GtkBridge
import MailText
import Texts

/// How large a picture of a text is, and what stands in the place of one of the internet.
enum PictureBox {
  typealias Size = (width: Double, height: Double)

  /// How large a picture is at the usual size of text, px: as the page says, or as it is.
  static func size(
    of decoded: (width: Int, height: Int), as kind: MarkedText.Kind, isInTable: Bool
  ) -> Size {
    let own = Size(Double(decoded.width), Double(decoded.height))
    if isInTable, let remote = kind.remotePicture {
      let box = inTable(remote)
      let scale = min(1, box.width / own.width, box.height / own.height)
      return (own.width * scale, own.height * scale)
    }
    let largest = TextPictures.largest
    let said = kind.pictureSize
    let (saidWidth, saidHeight) = (said.width.map(Double.init), said.height.map(Double.init))
    let width = saidWidth ?? saidHeight.map { $0 * own.width / own.height } ?? own.width
    let height = saidHeight ?? width * own.height / own.width
    let scale = min(1, Double(largest.width) / width, Double(largest.height) / height)
    return (max(1, width * scale), max(1, height * scale))
  }

  /// The room for a picture in a cell of a table, px: its columns are as wide before it is there.
  static func inTable(_ remote: MarkedText.RemotePicture?) -> Size {
    let side = { (said: Int?) in min(Double(said ?? 64), 120) }
    return (side(remote?.width), side(remote?.height ?? remote?.width))
  }

  /// Puts into a box what is said of a picture that is not there, or else a sign.
  static func fill(_ box: Widget, for remote: MarkedText.RemotePicture) {
    let child: Widget
    if remote.description.isEmpty {
      child = Widget.silentImage()
      gtk_image_set_from_icon_name(child.opaque, "image-x-generic-symbolic")
      gtk_widget_set_opacity(child, 0.4)
    } else {
      child = Widget.selectableLabel("dim-label", "caption")
      gtk_label_set_selectable(child.opaque, 0)
      child.showText(remote.description)
      gtk_label_set_xalign(child.opaque, 0.5)
      gtk_label_set_justify(child.opaque, GTK_JUSTIFY_CENTER)
      gtk_label_set_max_width_chars(child.opaque, 32)
    }
    gtk_widget_set_vexpand(child, 1)
    gtk_widget_set_valign(child, GTK_ALIGN_CENTER)
    gtk_box_append(box.cast(), child)
  }

  /// Gives the box of a picture that is not there the room that it will have, and at least what the words in it take.
  static func fit(
    _ box: Widget, for remote: MarkedText.RemotePicture, isInTable: Bool, room: Int, zoom: Double
  ) {
    guard let child = box.firstChild else { return }
    let standing: Size =
      isInTable
      ? inTable(remote) : (Double(remote.width ?? 160), Double(remote.height ?? 48))
    let (most, room) = (TextPictures.largest, Double(room))
    let scale = min(zoom, room / min(standing.width, Double(most.width)))
    var width = min(room, standing.width * scale)
    var height = min(standing.height * scale, Double(most.height))
    if !child.isA(gtk_label_get_type()) {
      gtk_widget_set_visible(child, (min(width, height) >= smallestWithSign).gboolean)
    } else {
      let words = measure(child, GTK_ORIENTATION_HORIZONTAL, -1) + 2 * margin.width
      if !isInTable { width = min(room, max(width, min(words, widestWords))) }
      for (set, margin) in [
        (gtk_widget_set_margin_start, margin.width), (gtk_widget_set_margin_end, margin.width),
        (gtk_widget_set_margin_top, margin.height), (gtk_widget_set_margin_bottom, margin.height),
      ] { set(child, Int32(margin)) }
      height = max(height, measure(child, GTK_ORIENTATION_VERTICAL, Int32(width)))
    }
    gtk_widget_set_size_request(box, Int32(width), Int32(max(1, height)))
  }

  private static func measure(_ child: Widget, _ way: GtkOrientation, _ size: Int32) -> Double {
    var natural: Int32 = 0
    gtk_widget_measure(child, way, size, nil, &natural, nil, nil)
    return Double(natural)
  }

  /// Around words, px.
  private static let margin = Size(8, 6)
  /// How wide words make a box, px.
  private static let widestWords = 240.0
  /// Px.
  private static let smallestWithSign = 28.0
}
