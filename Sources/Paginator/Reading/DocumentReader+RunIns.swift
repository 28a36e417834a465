internal import Markup

/// Boxes that run into the block after them (`display: run-in`, CSS Display 3, section 2.4): headings at the beginning
/// of the paragraph that they name.
struct WaitingRunIn {
  let node: Int
  /// Of the element around it, from which it inherits as written (CSS 2.1, section 9.2.3).
  let parent: ComputedStyle
}

extension DocumentReader {
  /// The style of a run-in box: that of a block if it does not run in.
  /// - Returns: nil if the box waits for the block after it.
  mutating func runInStyle(
    _ node: Int, _ style: ComputedStyle, in parent: ComputedStyle
  ) -> ComputedStyle? {
    if node == runningIn { return resolver.runInStyle(style) }
    guard let target = runInTarget(of: node, style, in: parent) else {
      return resolver.blockStyle(style)
    }
    waitingRunIns[target] = WaitingRunIn(node: node, parent: parent)
    return nil
  }

  /// Reads the box that runs into a block, at the beginning of its content.
  mutating func readRunIn(into block: Int) {
    guard let box = waitingRunIns.removeValue(forKey: block) else { return }
    let outer = runningIn
    runningIn = box.node
    // Its counters count for its siblings, not in the block only.
    depth -= 1
    walk(box.node, parent: box.parent)
    depth += 1
    runningIn = outer
  }

  /// The block that follows a run-in box; nil if something else does, or if the box has blocks in it.
  private func runInTarget(
    of node: Int, _ style: ComputedStyle, in parent: ComputedStyle
  ) -> Int? {
    guard !isReadingNote, !hasBlock(in: node, style) else { return nil }
    let nodes = tree.nodes
    let end = Int(nodes[Int(nodes[node].parent)].end)
    // The end of a node is its next sibling.
    var next = Int(nodes[node].end)
    while next < end {
      defer { next = Int(nodes[next].end) }
      switch nodes[next].kind {
      case .comment, .instruction: break
      case .text:
        guard isWhiteSpace(next), parent.text.whiteSpace.collapses else { return nil }
      case .element:
        let own = resolver.style(of: next, parent: parent)
        guard own.box.display != .none, own.box.isBlockInFlow else { continue }
        return takesRunIn(next, own) ? next : nil
      }
    }
    return nil
  }

  private func takesRunIn(_ node: Int, _ style: ComputedStyle) -> Bool {
    [.block, .listItem, .flowRoot].contains(style.box.display) && !isReplaced(node)
      && style.generated.content == nil && !isMoved(node)
  }

  /// Whether an element may be set as something else than the boxes of its content.
  private func isReplaced(_ node: Int) -> Bool {
    let name = tree.name(of: node)
    return name.namespace != Namespace.xhtml || Self.foreign.contains(name.local)
      || ["img", "input", "br", "hr", "wbr"].contains(name.local)
  }

  /// Whether there is a block among the boxes in a line, which divides it.
  private func hasBlock(in node: Int, _ style: ComputedStyle) -> Bool {
    guard !isReplaced(node) else { return false }
    return tree.children(of: node).contains { child in
      guard tree.nodes[child].kind == .element else { return false }
      let own = resolver.style(of: child, parent: style)
      guard own.box.display != .none, own.box.isBlockInFlow, !own.box.display.isTablePart else {
        return false
      }
      switch own.box.display {
      case .inlineBlock, .inlineTable: return false
      case .inline, .contents: return hasBlock(in: child, own)
      default: return true
      }
    }
  }
}

extension StyleResolver {
  /// The style of a box that runs into a block.
  func runInStyle(_ style: ComputedStyle) -> ComputedStyle {
    derived(.runIn, style, keepsContent: true) { _, box in box.display = .inline }
  }

  /// The style of a run-in box that does not run in.
  fileprivate func blockStyle(_ style: ComputedStyle) -> ComputedStyle {
    derived(.blockOfRunIn, style, keepsContent: true) { _, box in box.display = .block }
  }
}
