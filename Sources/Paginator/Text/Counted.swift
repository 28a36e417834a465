/// A number of things in a sentence, such as "1 page" and "2 pages".
/// - Parameter noun: one whose plural adds an "s".
package func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
