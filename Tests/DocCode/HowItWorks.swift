import Panning

// The code of the page.
let row = RowHandle(1)
let sizes = PanGeometry(width: 400, leading: PanTray(), trailing: PanTray(width: 160))
var engine = PanEngine(style: .documents)
var changes: PanEngine.Changes = []
engine.take(.open(row, sizes, .trailing), at: 0, into: &changes)
engine.take(.frame, at: 0.15, into: &changes)
engine.take(.frame, at: 0.25, into: &changes)
precondition(changes.last == .event(.didOpen, row, .trailing))
// It bounces past its tray on the way.
precondition(
  changes.contains { change in
    if case .offset(_, let offset) = change { offset < -160 } else { false }
  })
