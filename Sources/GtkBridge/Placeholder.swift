import CGtk
import CGtkShim
import Dispatch

public func gtkVersion() -> String { "\(gtk_get_major_version()).\(gtk_get_minor_version())" }
public func mainFD() -> Int32 { dnk_main_queue_fd() }
