/// The text to lay out, and its edits: the first object of TextKit's chain of text storage, layout
/// manager and text container.
///
/// A storage owns its layout managers, and a manager owns its containers. A manager's reference to its
/// storage is `unowned`, a container's to its manager `weak`. Keep a reference to the storage to keep
/// all of them alive.
///
/// A storage may be used by any thread, but by one at a time, and so may everything that belongs to
/// it: its backing and passes, its layout managers with their delegates, containers and typesetter,
/// and the renderers that draw them. Nothing is locked and nothing is called back on another thread.
/// This is why none of them is `Sendable`: Swift refuses to pass them to another task while this one
/// uses them. To lay out text elsewhere, send its `text`, which is a value, and make a storage of it
/// there. `TextFrame`s, `TextHit`s and findings are values, too; a `FontLibrary` may be shared by all
/// tasks.
///
/// Every change goes through the four primitives (`string`, `attributes(at:)`,
/// `replaceCharacters(in:with:)`, `setAttributes(_:in:)`). At the end of the outermost
/// `beginEditing()`/`endEditing()`, the passes are called once, which may set attributes, and then
/// the layout managers are notified once.
open class TextStorage {
  /// The text as it is laid out.
  public private(set) var text: AttributedText
  /// The object that keeps the text; nil if `text` itself keeps it.
  public let backing: (any TextBacking)?
  /// The passes that process edited paragraphs, in order, before layout managers are notified.
  public var passes: [any TextPass] = []
  private(set) var observers: [any TextStorageObserver] = []

  /// The changes that have not been processed yet.
  private var pending: TextEditRecord?
  /// What the current edit changed; empty between edits.
  public var editedMask: EditMask { pending?.mask ?? [] }
  /// The edited range, in the text after the edit.
  public var editedRange: Range<Int> { pending?.range ?? 0..<0 }
  /// The number of UTF-16 units by which the current edit lengthened the text.
  public var changeInLength: Int { pending?.changeInLength ?? 0 }
  /// How many edits have been processed.
  public private(set) var generation = 0
  private var editingDepth = 0
  /// Whether `processEditing` is running; its changes belong to the edit that it processes.
  private var isProcessing = false
  private var isRunningPasses = false

  /// A storage with an attributed text.
  public init(_ text: AttributedText) {
    // A text without even a paragraph has no attributes that new characters could take.
    self.text = text.paragraphs.isEmpty ? AttributedText("") : text
    backing = nil
  }

  /// A storage of a text, all of it with the same attributes.
  public convenience init(_ string: String = "", attributes: TextAttributes = TextAttributes()) {
    self.init(AttributedText(string, attributes: attributes))
  }

  /// A storage of a text that the program keeps in its own structure.
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

  /// - Returns: the attributes, and a range over which none of them changes.
  public func attributes(
    at offset: Int
  ) -> (attributes: TextAttributes, effectiveRange: Range<Int>) {
    backing?.attributes(at: offset) ?? text.attributes(at: offset)
  }

  /// Replaces characters. The new characters take the attributes of the first replaced character
  /// or, for an insertion, those of the preceding character.
  public func replaceCharacters(in range: Range<Int>, with string: String) {
    replaceCharacters(in: range, with: Array(string.utf16))
  }

  /// - Parameter units: characters, which may have half of a surrogate pair only.
  func replaceCharacters(in range: Range<Int>, with units: [UInt16]) {
    precondition(!isRunningPasses, "passes set attributes; they do not change characters")
    if let backing {
      let before = backing.length
      backing.replaceCharacters(in: range, with: String(decoding: units, as: UTF16.self))
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

  /// Records a change; `range` is the range before the change. Subclasses and backings call it when
  /// they change text themselves.
  public func edited(_ mask: EditMask, range: Range<Int>, changeInLength delta: Int) {
    let edit = TextEditRecord(
      mask: mask, range: range.lowerBound..<range.upperBound + delta, changeInLength: delta)
    pending = pending?.followed(by: edit) ?? edit
    if editingDepth == 0, !isProcessing { process() }
  }

  /// Whether changes are not processed yet: between `beginEditing()` and the return of `endEditing()`,
  /// in passes too. Layout managers answer no queries then (`LayoutError.editingInProgress`).
  public var isEditing: Bool { editingDepth > 0 || isProcessing }

  /// Delays notifications of observers until the matching `endEditing()`.
  public func beginEditing() { editingDepth += 1 }

  /// Ends the matching `beginEditing()`; the outermost call processes the edits.
  public func endEditing() {
    precondition(editingDepth > 0, "endEditing without beginEditing")
    editingDepth -= 1
    if editingDepth == 0, !isProcessing, pending != nil { process() }
  }

  /// Combines several changes into one edit.
  public func edit<Result>(_ changes: (TextStorage) throws -> Result) rethrows -> Result {
    beginEditing()
    defer { endEditing() }
    return try changes(self)
  }

  /// Processes the pending changes, then notifies the layout managers.
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
  /// Override it to derive custom attributes, before or after the call of `super`; `editedRange`
  /// and `editedMask` are valid until the override returns. Attributes set in it belong to the same
  /// edit: it is not called again for them. It may change characters too, but passes see only
  /// changes made before the call of `super`. Layout managers are notified after the override
  /// returns.
  open func processEditing() {
    // A new separator at the end of the edit divides a paragraph: both parts are processed.
    let paragraphs = text.paragraphRange(
      for: editedRange.lowerBound..<min(length, editedRange.upperBound + 1))
    isRunningPasses = true
    for pass in passes { pass.process(self, in: paragraphs) }
    isRunningPasses = false
  }

  /// Adds an observer. Adding one twice has no effect (`TextKitRows.md`, E10).
  public func add(_ observer: any TextStorageObserver) {
    guard !observers.contains(where: { $0 === observer }) else { return }
    observers.append(observer)
  }

  /// Removes an observer.
  public func remove(_ observer: any TextStorageObserver) {
    observers.removeAll { $0 === observer }
  }
}

/// What an edit changed.
public struct EditMask: OptionSet, Hashable, Sendable {
  /// One bit for each value.
  public let rawValue: Int
  /// A set of the values with these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Attributes were changed.
  public static let attributes = EditMask(rawValue: 1)
  /// Characters were changed.
  public static let characters = EditMask(rawValue: 2)
}

/// The changes between an outermost `beginEditing()` and its `endEditing()`.
public struct TextEditRecord: Hashable, Sendable {
  /// What was changed.
  public let mask: EditMask
  /// The changed range, in the text after the changes.
  public let range: Range<Int>
  /// The change of the text's length, in UTF-16 units.
  public let changeInLength: Int

  /// Combines two edits. The second one may have moved the range of the first.
  func followed(by next: TextEditRecord) -> TextEditRecord {
    let nextEnd = next.range.upperBound - next.changeInLength
    let end = range.upperBound >= nextEnd ? range.upperBound + next.changeInLength : 0
    return TextEditRecord(
      mask: mask.union(next.mask),
      range: min(range.lowerBound, next.range.lowerBound)..<max(end, next.range.upperBound),
      changeInLength: changeInLength + next.changeInLength)
  }
}

/// An object that is notified of edits, such as a layout manager.
public protocol TextStorageObserver: AnyObject {
  /// Called once after the outermost `endEditing()`, when the text has changed.
  func textStorage(_ storage: TextStorage, didProcess edit: TextEditRecord)
}

/// Derives attributes from the characters of edited paragraphs. It must remove the attributes that
/// it set earlier before it sets new ones, because an edit can make the earlier ones wrong.
public protocol TextPass {
  /// - Parameter paragraphs: whole paragraphs, because an edit can change the meaning of the text
  ///   around it.
  func process(_ storage: TextStorage, in paragraphs: Range<Int>)
}
