import CDunnockAdwaita
import GtkBridge

extension Widget {
  /// A box whose parts stand in lines, as words do; what a line has left goes to the first of its parts that expands.
  ///
  /// - Parameter spacing: Between parts of a line, px.
  package static func wrapping(_ parts: [Widget], spacing: Int32) -> Widget {
    let box: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    for part in parts { gtk_box_append(box.cast(), part) }
    g_object_set_data(
      UnsafeMutableRawPointer(box).assumingMemoryBound(to: GObject.self), WrappedLines.spacing,
      UnsafeMutableRawPointer(bitPattern: Int(spacing)))
    let layout = gtk_custom_layout_new(
      { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
      { widget, way, size, minimum, natural, _, _ in
        guard let widget, let minimum, let natural else { return }
        if way == GTK_ORIENTATION_HORIZONTAL {
          (minimum.pointee, natural.pointee) = WrappedLines.widths(of: widget)
        } else {
          let width = size < 0 ? WrappedLines.widths(of: widget).natural : size
          let height = WrappedLines(of: widget, in: width).height
          (minimum.pointee, natural.pointee) = (height, height)
        }
      },
      { widget, width, height, _ in
        guard let widget else { return }
        let isMirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
        let lines = WrappedLines(of: widget, in: width)
        for part in lines.parts {
          var place = GtkAllocation(
            x: isMirrored ? width - part.x - part.width : part.x,
            y: part.y + max(0, (height - lines.height) / 2), width: part.width,
            height: part.height)
          gtk_widget_size_allocate(part.widget, &place, -1)
        }
      })
    gtk_widget_set_layout_manager(box, layout)
    return box
  }
}

/// Where the visible parts of such a box stand in a width, from its leading edge.
private struct WrappedLines {
  struct Part {
    let widget: Widget
    var (x, y, width, height): (Int32, Int32, Int32, Int32)
  }

  private(set) var parts: [Part] = []
  private(set) var height: Int32 = 0

  static let spacing = "dunnock-spacing"

  /// - Parameter width: px.
  init(of box: Widget, in width: Int32) {
    let spacing = Self.gap(in: box)
    var line: [Part] = []
    var end: Int32 = 0
    for widget in Self.visible(in: box) {
      let own = min(width, Int32(widget.measured(GTK_ORIENTATION_HORIZONTAL).natural))
      if !line.isEmpty, end + spacing + own > width {
        close(line, room: width - end)
        (line, end) = ([], 0)
      }
      let x = line.isEmpty ? 0 : end + spacing
      line.append(Part(widget: widget, x: x, y: height, width: own, height: 0))
      end = x + own
    }
    close(line, room: width - end)
  }

  private mutating func close(_ line: [Part], room: Int32) {
    var line = line
    let expanding = line.firstIndex {
      gtk_widget_compute_expand($0.widget, GTK_ORIENTATION_HORIZONTAL) != 0
    }
    if let expanding {
      line[expanding].width += room
      for place in line.indices where place > expanding { line[place].x += room }
    }
    for place in line.indices {
      gtk_widget_measure(
        line[place].widget, GTK_ORIENTATION_VERTICAL, line[place].width, nil, &line[place].height,
        nil, nil)
    }
    let lineHeight = line.map(\.height).max() ?? 0
    for place in line.indices { line[place].y += (lineHeight - line[place].height) / 2 }
    parts += line
    height += lineHeight
  }

  static func widths(of box: Widget) -> (minimum: Int32, natural: Int32) {
    let widths = visible(in: box).map { $0.measured(GTK_ORIENTATION_HORIZONTAL) }
    let gaps = gap(in: box) * Int32(max(0, widths.count - 1))
    return (
      Int32(widths.map(\.minimum).max() ?? 0), Int32(widths.map(\.natural).reduce(0, +)) + gaps
    )
  }

  private static func visible(in box: Widget) -> [Widget] {
    box.children.filter { gtk_widget_should_layout($0) != 0 }
  }

  private static func gap(in box: Widget) -> Int32 {
    Int32(
      Int(
        bitPattern: g_object_get_data(
          UnsafeMutableRawPointer(box).assumingMemoryBound(to: GObject.self), spacing)))
  }
}
