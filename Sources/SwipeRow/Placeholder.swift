import PanEngine
import GtkBridge
import CGtk
