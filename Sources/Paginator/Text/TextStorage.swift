/// The text that is laid out, and its changes: the start of TextKit's chain of storage, layout
/// manager and container.
///
/// A storage owns its layout managers, a manager its containers; the ways back are `unowned`. Keep
/// the storage, and everything lives. A storage belongs to one task; what leaves the task is its
/// `text`, a value.
///
/// Every change goes through the four primitives (`string`, `attributes(at:)`,
/// `replaceCharacters(in:with:)`, `setAttributes(_:in:)`) and is announced once at the end of the
/// outermost `beginEditing()`/`endEditing()`: first to the passes, which may set attributes, then
/// to the layout managers.
open class TextStorage {
  /// The text as it is laid out.
  public private(set) var text: AttributedText
  /// Where the text is kept; nil for in `text` itself.
  public let backing: (any TextBacking)?
  /// What processes edited paragraphs, in order, before layout hears of them.
  public var passes: [any TextPass] = []
  private(set) var observers: [any TextStorageObserver] = []

  /// What has been changed and not yet been processed.
  private var pending: TextEditRecord?
  /// What the edit that is being processed changed; empty between edits.
  public var editedMask: EditMask { pending?.mask ?? [] }
  /// After the edit.
  public var editedRange: Range<Int> { pending?.range ?? 0..<0 }
  /// By how many UTF-16 units the edit under way made the text longer.
  public var changeInLength: Int { pending?.changeInLength ?? 0 }
  /// How many edits have been processed.
  public private(set) var generation = 0
  private var editingDepth = 0
  /// Whether `processEditing` runs: what it changes belongs to the edit that it processes.
  private var isProcessing = false
  private var isRunningPasses = false

  /// A storage of a text with its attributes.
  public init(_ text: AttributedText) {
    self.text = text
    backing = nil
  }

  /// A storage of a text, all of it with the same attributes.
  public convenience init(_ string: String = "", attributes: TextAttributes = TextAttributes()) {
    self.init(AttributedText(string, attributes: attributes))
  }

  /// A storage of a text that the program keeps.
  public init(backing: any TextBacking) {
    self.backing = backing
    text = AttributedText("", attributes: TextAttributes())
    mirror(0..<backing.length, replacing: 0..<0)
  }

  // MARK: The four primitives

  /// The text without its attributes.
  public var string: String { backing?.string ?? text.string }
  /// UTF-16 code units.
  public var length: Int { text.length }

  /// - Returns: the attributes, and a range over which all of them hold.
  public func attributes(
    at offset: Int
  ) -> (attributes: TextAttributes, effectiveRange: Range<Int>) {
    backing?.attributes(at: offset) ?? text.attributes(at: offset)
  }

  /// Replaces characters; new ones take the attributes of the first one replaced, or of the one
  /// before.
  public func replaceCharacters(in range: Range<Int>, with string: String) {
    precondition(!isRunningPasses, "passes set attributes; they do not change characters")
    let units = Array(string.utf16)
    if let backing {
      let before = backing.length
      backing.replaceCharacters(in: range, with: string)
      let count = range.count + backing.length - before
      mirror(range.lowerBound..<range.lowerBound + count, replacing: range)
      edited(.characters, range: range, changeInLength: count - range.count)
    } else {
      text.replaceCharacters(in: range, with: units)
      edited(.characters, range: range, changeInLength: units.count - range.count)
    }
  }

  /// Replaces all attributes of a range, in UTF-16 units.
  public func setAttributes(_ attributes: TextAttributes, in range: Range<Int>) {
    guard !range.isEmpty else { return }
    if let backing {
      backing.setAttributes(attributes, in: range)
      mirrorAttributes(range)
    } else {
      text.setAttributes(attributes, in: range)
    }
    edited(.attributes, range: range, changeInLength: 0)
  }

  private func mirror(_ range: Range<Int>, replacing old: Range<Int>) {
    guard let backing else { return }
    text.replaceCharacters(in: old, with: backing.units(in: range))
    mirrorAttributes(range)
  }

  private func mirrorAttributes(_ range: Range<Int>) {
    guard let backing else { return }
    var offset = range.lowerBound
    while offset < range.upperBound {
      let (attributes, effective) = backing.attributes(at: offset)
      let part = effective.clamped(to: range)
      text.setAttributes(attributes, in: part)
      offset = max(part.upperBound, offset + 1)
    }
  }

  // MARK: Editing

  /// Records a change: `range` as it was before it. Subclasses and backings that change text of
  /// their own call it.
  public func edited(_ mask: EditMask, range: Range<Int>, changeInLength delta: Int) {
    let edit = TextEditRecord(
      mask: mask, range: range.lowerBound..<range.upperBound + delta, changeInLength: delta)
    pending = pending?.followed(by: edit) ?? edit
    if editingDepth == 0, !isProcessing { process() }
  }

  /// Holds back what observers are told until `endEditing()` has been called as often.
  public func beginEditing() { editingDepth += 1 }

  /// Ends what `beginEditing()` began; the last one processes the edits.
  public func endEditing() {
    precondition(editingDepth > 0, "endEditing without beginEditing")
    editingDepth -= 1
    if editingDepth == 0, !isProcessing, pending != nil { process() }
  }

  /// Makes one edit of several.
  public func edit<Result>(_ changes: (TextStorage) throws -> Result) rethrows -> Result {
    beginEditing()
    defer { endEditing() }
    return try changes(self)
  }

  /// Processes what was changed, and tells the layout managers when all of it is known.
  private func process() {
    isProcessing = true
    processEditing()
    isProcessing = false
    guard let edit = pending else { return }
    pending = nil
    generation += 1
    for observer in observers { observer.textStorage(self, didProcess: edit) }
  }

  /// Runs the passes. Called once for every outermost edit.
  ///
  /// Override it to derive attributes of your own, before or after `super`; `editedRange` and
  /// `editedMask` hold until the override returns. Attributes set in it belong to the same edit: it
  /// is not called again for them. Characters may be changed too, but passes see only those that
  /// were changed before `super`. Layout managers are told when the override has returned.
  open func processEditing() {
    let paragraphs = text.paragraphRange(for: editedRange)
    isRunningPasses = true
    for pass in passes { pass.process(self, in: paragraphs) }
    isRunningPasses = false
  }

  /// Adding an observer twice changes nothing (E10).
  public func add(_ observer: any TextStorageObserver) {
    guard !observers.contains(where: { $0 === observer }) else { return }
    observers.append(observer)
  }

  /// Tells an observer no more.
  public func remove(_ observer: any TextStorageObserver) {
    observers.removeAll { $0 === observer }
  }
}

/// What an edit changed.
public struct EditMask: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Attributes were changed.
  public static let attributes = EditMask(rawValue: 1)
  /// Characters were changed.
  public static let characters = EditMask(rawValue: 2)
}

/// All that was changed between an outermost begin and end of editing.
public struct TextEditRecord: Hashable, Sendable {
  /// What was changed.
  public let mask: EditMask
  /// In the text as it is now.
  public let range: Range<Int>
  /// UTF-16 units.
  public let changeInLength: Int

  /// Both as one: what the first changed may lie behind the second and have moved.
  func followed(by next: TextEditRecord) -> TextEditRecord {
    let nextEnd = next.range.upperBound - next.changeInLength
    let end = range.upperBound >= nextEnd ? range.upperBound + next.changeInLength : 0
    return TextEditRecord(
      mask: mask.union(next.mask),
      range: min(range.lowerBound, next.range.lowerBound)..<max(end, next.range.upperBound),
      changeInLength: changeInLength + next.changeInLength)
  }
}

/// Hears of edits: layout managers do.
public protocol TextStorageObserver: AnyObject {
  func textStorage(_ storage: TextStorage, didProcess edit: TextEditRecord)
}

/// Derives attributes from the characters of edited paragraphs. It must take away the marks it made
/// before it makes them anew: an edit can end what an earlier one began.
public protocol TextPass {
  /// - Parameter paragraphs: whole paragraphs; the edited range is not enough, since what stands
  ///   around it may have changed its meaning.
  func process(_ storage: TextStorage, in paragraphs: Range<Int>)
}
