import GtkBridge
import SwipeRows
import Texts

extension SwipeTexts {
  /// What rows say, in the person's language.
  static var translated: SwipeTexts {
    var texts = SwipeTexts()
    texts.more = tr("More")
    texts.armed = { tr("Release for: %1$s").filling($0) }
    texts.disarmed = tr("Canceled")
    texts.waiting = { tr("%1$s…").filling($0) }
    texts.undo = tr("Undo")
    texts.undoable = { tr("%1$s. Undo available").filling($0) }
    return texts
  }
}
