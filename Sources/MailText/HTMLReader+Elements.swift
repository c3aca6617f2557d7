internal import Glibc

extension HTMLReader {
  func act(
    on element: HTMLElement, _ attributes: HTMLAttributes, _ declarations: HTMLDeclarations?,
    _ own: inout HTMLFlow.Style
  ) {
    switch element.role {
    case .inline, .raw, .sheet, .base: return
    case .link: beginLink(attributes, &own)
    case .picture: show(attributes, declarations)
    case .quoted: take("“")
    case .option: take(" ")
    case .lineEnd:
      if table != nil { table?.breakLine(1, isBlock: false) } else { flow.endLine() }
    case .row:
      if let table, table.isFull { endTable(goesOn: true) }
      table?.beginRow()
      breakLine()
    case .cell, .headingCell:
      if case .headingCell = element.role {
        own.letters.insert(.bold)
        table?.hasHeading = true
      }
      if table != nil, attributes.number("rowspan") ?? 1 > 1 { dissolveTable() }
      if table?.beginCell(span: max(1, attributes.number("colspan") ?? 1)) == false {
        dissolveTable()
      }
      if table == nil { flow.breakLine() }
    case .table:
      dissolveTable()
      flow.breakLine()
      if frames.count < Self.maximumDepth / 2 {
        table = HTMLTable()
        frames[frames.count - 1].isBuffered = true
      }
    case .block, .term, .definition, .caption:
      breakLine()
      center(attributes, declarations, &own)
      quote(element, attributes, declarations, &own)
    case .center:
      breakLine()
      blocks += 1
      own.centering = blocks
    case .paragraph:
      breakParagraph()
      center(attributes, declarations, &own)
      quote(element, attributes, declarations, &own)
    case .heading(let level):
      dissolveTable()
      flow.breakParagraph()
      center(attributes, declarations, &own)
      open(.heading(level), in: &own)
    case .preformatted:
      dissolveTable()
      flow.breakParagraph()
      quote(element, attributes, declarations, &own)
      open(.preformatted, in: &own)
      own.keepsSpaces = true
      isAfterPre = true
    case .quotation:
      dissolveTable()
      flow.breakLine()
      // An indentation is made of it as well, as by GMail.
      let isQuotation = declarations?.hasNoBorder != true || attributes.value("type", is: "cite")
      if isQuotation { openQuotation(&own) }
    case .list(let isOrdered):
      dissolveTable()
      lists.isEmpty ? flow.breakParagraph() : flow.breakLine()
      lists.append(frames.count - 1)
      frames[frames.count - 1].list = list(isOrdered, attributes)
    case .item:
      dissolveTable()
      flow.breakLine()
      open(.item(depth: min(max(lists.count, 1), Self.maximumNesting)), in: &own)
      flow.begin(item: marker(attributes) + "\t")
    case .line:
      // One that rules off the rows of a table.
      if table?.isInEmptyRow == true { return }
      dissolveTable()
      flow.breakLine()
      var rule = own
      open(.rule, in: &rule)
      (rule.letters, rule.link) = ([], nil)
      setStyle(rule)
      flow.take("—", style)
      flow.breakLine()
    }
  }

  func leave(_ frame: Frame) {
    switch frame.element.role {
    case .quoted: take("”")
    case .option: take(" ")
    case .table:
      if frame.isBuffered { endTable(goesOn: false) }
      flow.breakLine()
    case .cell, .headingCell: if table == nil { flow.breakLine() }
    case .block, .term, .definition, .caption, .center, .item, .quotation, .row: breakLine()
    case .paragraph: breakParagraph()
    case .heading, .preformatted:
      isAfterPre = false
      flow.breakParagraph()
    case .list: lists.isEmpty ? flow.breakParagraph() : flow.breakLine()
    case .inline, .link, .lineEnd, .line, .picture, .base, .sheet, .raw: break
    }
  }

  private func breakLine() {
    if table != nil { table?.breakLine(1, isBlock: true) } else { flow.breakLine() }
  }

  private func breakParagraph() {
    if table != nil { table?.breakLine(2, isBlock: true) } else { flow.breakParagraph() }
  }

  private func center(
    _ attributes: HTMLAttributes, _ declarations: HTMLDeclarations?, _ own: inout HTMLFlow.Style
  ) {
    let isCentered =
      declarations?.isCentered ?? attributes["align"].map { strcasecmp($0, "center") == 0 }
    guard let isCentered else { return }
    if isCentered { blocks += 1 }
    own.centering = isCentered ? blocks : nil
  }

  /// Outlook puts a line beside what it quotes, and other programs name a signature.
  private func quote(
    _ element: HTMLElement, _ attributes: HTMLAttributes, _ declarations: HTMLDeclarations?,
    _ own: inout HTMLFlow.Style
  ) {
    if declarations?.hasBorderAtItsLeft == true, declarations?.hasNoBorder == true {
      dissolveTable()
      openQuotation(&own)
    }
    guard let name = attributes["class"],
      strstr(name, "gmail_signature") != nil || strstr(name, "moz-signature") != nil,
      !own.blocks.contains(where: { $0.kind == .signature })
    else { return }
    dissolveTable()
    open(.signature, in: &own)
  }

  private func openQuotation(_ own: inout HTMLFlow.Style) {
    if own.blocks.count(where: { $0.kind == .quotation }) < Self.maximumNesting {
      open(.quotation, in: &own)
    }
  }
}
