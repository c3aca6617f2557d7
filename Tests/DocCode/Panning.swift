// The code of the page.
precondition(isUsedUp && engine.openRows == [id] && engine.offset(of: id) == -160)
precondition(changes.contains(.event(.didOpen, id, .trailing)))
