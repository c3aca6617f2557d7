import CAdwaita
import CGtk
import GtkBridge

adw_init()
let l: UnsafeMutablePointer<GtkWidget>? = adw_bin_new()
print(l == nil)
