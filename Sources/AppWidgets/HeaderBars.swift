import CDunnockAdwaita
import GtkBridge

/// Has buttons in header bars, whose borders reach as far as a finger does, take no room from a header bar of a newer libadwaita.
///
/// Older ones (1.2) leave room above and below such a button by its margins, which `style.css` counts on; newer ones (1.7) by the header
/// bar's own padding, on top of which the margins would make it 12 px higher.
package func fitButtonsIntoHeaderBars() {
  let bar: Widget = adw_header_bar_new()
  let held = Ref.sinking(floating: UnsafeMutableRawPointer(bar))
  let content: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
  adw_header_bar_pack_start(bar.opaque, content)
  // What is higher than a button, and no higher than a header bar.
  let height = Int32(bar.measured(GTK_ORIENTATION_VERTICAL).minimum)
  gtk_widget_set_size_request(content, -1, height - 2)
  let isPadded = Int32(bar.measured(GTK_ORIENTATION_VERTICAL).minimum) > height
  withExtendedLifetime(held) {}
  guard isPadded, let display = gdk_display_get_default() else { return }
  let provider = Ref.adopting(full: UnsafeMutableRawPointer(gtk_css_provider_new()))
  let rule =
    "headerbar box > button, headerbar squeezer > button { margin-top: -5px; margin-bottom: -5px; }"
  gtk_css_provider_load_from_data(
    provider.raw.assumingMemoryBound(to: GtkCssProvider.self), rule, -1)
  gtk_style_context_add_provider_for_display(
    display, provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION) + 1)
}
