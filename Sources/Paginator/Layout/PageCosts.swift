/// The costs of a page end. The values were chosen on Pride and Prejudice, Moby-Dick and War and
/// Peace at 6 x 9 inches (`Benchmarks/quality.py`).
struct PageCosts {
  /// A page that ends in a hyphen, where the style avoids that.
  var hyphen = 4_000
  /// A page that ends inside a table row of over a quarter page: less than one that is a line short.
  var cutRow = 300
  /// A table of which one row is alone at the foot or the top of a page, or a colored box of which one line is: as a page
  /// about six lines short.
  var row = 10_000
  /// Per line that a page is short where it ends inside a colored box: its empty area is seen.
  var emptyBoxLine = 1_000
  /// Per block with `break-inside: avoid` that the page end divides; once for other avoided breaks.
  var avoid = 40_000
  /// Widows and orphans.
  var lines = 400_000
  /// A paragraph set in other lines than are best: in a line more or less, or without hyphens.
  var variant = 30
  /// The number of extra line demerits that cost as much as 1 here.
  var demeritsPerUnit = 550
  /// Per line that the last page has fewer than `leastLastLines`.
  var shortEnd = 10_000
  var leastLastLines = 5
  /// A page that does not begin where it did in the earlier edition.
  var unkept = 100_000
  /// An unchanged paragraph that is not set in as many lines as in the earlier edition.
  var changedLines = 8_000
  /// A page that begins or ends with a rule, another row without text, or signs between scenes: more than a
  /// page that is two lines short.
  var bareEdge = 2_500

  /// A note that goes on at the foot of the next page.
  var dividedNote = 600
  /// A last page with nothing but the rest of a note.
  var loneNote = 40_000

  /// A page that is a line short; up to four lines cost as much as their square.
  var shortLine = 470
  /// Each further line that a page is short.
  var shortLineFrom5 = 1_000
  /// Per line by which facing pages differ, up to three.
  var unlevelLine = 1_500

  /// A page that is a line long.
  var long = 450
  /// A page that is a line long, so that the next one begins as in the earlier edition.
  var longToKeep = 15_000

  /// - Parameter lines: the number of lines by which a page is short; below 0 if it is long.
  func short(_ lines: Int) -> Int {
    if lines < 0 { return long }
    // However short, better than a broken `avoid`.
    let most = avoid - shortLineFrom5
    let squared = min(lines, 4)
    return min(squared * squared * shortLine + (lines - squared) * shortLineFrom5, most)
  }

  /// - Parameter lines: the number of lines by which facing pages differ.
  func unlevel(_ lines: Int) -> Int { min(lines, 3) * unlevelLine }
}

/// What a page end costs, by cause.
struct PagePrice {
  /// Paragraphs that are set in other lines than are best.
  var paragraphs = 0
  /// The page is short or long.
  var depth = 0
  /// Widows, orphans, hyphens and breaks that the style avoids.
  var rules = 0
  /// The page ends, or the next one begins, with a row without text.
  var bareEdge = 0
  /// The last page has few lines.
  var shortEnd = 0
  /// The next page does not begin where it did in the earlier edition.
  var unkept = 0
  /// Two facing pages do not end level.
  var unlevel = 0

  var total: Int { paragraphs + depth + rules + bareEdge + shortEnd + unkept + unlevel }
}
