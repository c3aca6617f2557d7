extension HTMLReader {
  func list(_ isOrdered: Bool, _ attributes: HTMLAttributes) -> List {
    var list = List(isOrdered: isOrdered)
    if let start = attributes.number("start") { list.next = start }
    // Without a beginning it is the number of its items, which are not counted before they are there.
    if attributes.has("reversed"), attributes.number("start") != nil { list.step = -1 }
    if let type = attributes["type"], "aAiI".utf8.contains(type[0]), type[1] == 0 {
      list.type = type[0]
    }
    return list
  }

  func marker(_ attributes: HTMLAttributes) -> String {
    guard let frame = lists.last, frames.indices.contains(frame), let list = frames[frame].list,
      list.isOrdered
    else { return "•" }
    let number = attributes.number("value") ?? list.next
    frames[frame].list?.next = number &+ list.step
    return HTMLList.text(of: number, as: list.type) + "."
  }
}
