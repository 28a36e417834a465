import Paginator
import Testing

/// What may be passed to another task: this compiles only while all of it is `Sendable`.
@Suite("TextKit: values for other tasks")
struct SendableTests {
  private func isSendable<Value: Sendable>(_ type: Value.Type) -> Bool { true }

  @Test("texts, styles, frames, hits, findings and libraries may be sent to another task")
  func values() {
    #expect(
      [
        isSendable(AttributedText.self), isSendable(TextAttributes.self),
        isSendable(ParagraphStyle.self), isSendable(ParagraphBlock.self),
        isSendable(TextFrame.self), isSendable(TextLine.self), isSendable(TextRun.self),
        isSendable(TextHit.self), isSendable(Finding.self), isSendable(FindingList.self),
        isSendable(FontLibrary.self), isSendable(FontFace.self), isSendable(FontDescriptor.self),
        isSendable(SpellingLibrary.self), isSendable(SpellChecker.self),
        isSendable(TextEditRecord.self), isSendable(TemporaryAttributes.self),
      ].allSatisfy { $0 })
  }
}
