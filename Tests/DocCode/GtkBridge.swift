import CDunnockGtk
import GtkBridge

gtk_init()
// The code of the page.
let archive = ArchiveButton()
present(archive.widget)
gtk_widget_activate(archive.widget)
until("the button has clicked") { archive.count == 1 }
