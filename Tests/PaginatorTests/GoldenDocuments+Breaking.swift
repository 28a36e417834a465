/// Where lines may end, hyphens, and what hangs in the margin.
extension GoldenTests {
  static let breaking: [Document] = [
    // A box goes to the next line from a no-break space, if it has no room behind it.
    (
      "box-behind-no-break-space", "b { display: inline-block }",
      "<p>aaaaaa\u{A0}<b>bbbbb</b></p><p>aaa\u{A0}<b>bbbbb</b></p>"
    ),
    // Text that does not wrap is broken in a box in a line, as elsewhere, if the line has no room for it.
    (
      "unwrapped-text-in-box",
      "p { overflow-wrap: break-word } b { display: inline-block; white-space: nowrap } "
        + ".w { width: 20pt }",
      "<p>a <b>bbb bbb bbb</b></p><p>c <b class='w'>ddd ddd</b></p>"
    ),
    // A last line that fits only with narrower spaces is set with them: 110 points in 100.
    (
      "last-line-shrinks", "p { text-align: justify; text-wrap: pretty }",
      "<p>a a a a aaa</p>"
    ),
    // A justified line that cannot be broken is squeezed no further than its spaces allow.
    (
      "justified-nowrap",
      "p { text-align: justify; text-align-last: justify; white-space: nowrap }",
      "<p>aaaa aaaa aaaa</p>"
    ),
    // Spaces that indent a line do not stretch with those between words: 60 points in 100, with one space to
    // stretch.
    (
      "indent-of-spaces",
      "p { text-align: justify; white-space: pre-wrap } .n { white-space: normal }",
      "<p>  aa b cccccccc</p><p class='n'>aaaa<br/>\u{A0}\u{A0}<b>aa</b> b cccccccc</p>"
    ),
    // A justified line spaces ideographs, and the letters of a word not: 90 points in 94, with seven places for
    // 4 points.
    (
      "words-among-ideographs", "p { text-align: justify; margin-right: 6pt }",
      "<p>\u{4E00}\u{4E8C}\u{4E09}ab\u{56DB}\u{4E94} c\u{516D}\u{4E03}\u{516B}</p>"
    ),
    // hanging-punctuation: allow-end lets a stop hang only where the line is full.
    (
      "hanging-allow-end",
      "p { hanging-punctuation: allow-end; margin-right: 20pt; text-align: right }",
      "<p>aaa, aaa, bbb. cccccccc.</p>"
    ),
    // white-space: nowrap keeps a text in one line, which overflows.
    ("no-wrap", "p { white-space: nowrap }", "<p>aaaaaaaa bbbb</p>"),
    // A word wider than the measure overflows.
    ("overflow-wrap-normal", "", "<p>aaaaaaaaaaaa b</p>"),
    // overflow-wrap: break-word cuts a word wider than the measure.
    ("overflow-wrap-break-word", "p { overflow-wrap: break-word }", "<p>aaaaaaaaaaaa b</p>"),
    // A line may end after any ideograph.
    ("ideographs", "", "<p>漢字漢字漢字 漢字漢字</p>"),
    // word-break: keep-all keeps ideographs together like letters.
    ("keep-all", "p { word-break: keep-all }", "<p>漢字漢字漢字 漢字漢字</p>"),
    // line-break: loose lets a line begin with a prolonged sound mark.
    ("line-break-loose", "p { line-break: loose }", "<p>漢字漢字漢字漢字漢字ー字</p>"),
    // line-break: strict does not let a line begin with a prolonged sound mark.
    ("line-break-strict", "p { line-break: strict }", "<p>漢字漢字漢字漢字漢字ー字</p>"),
    // line-break: anywhere breaks around every character.
    ("line-break-anywhere", "p { line-break: anywhere }", "<p>aaaaaaaaa.b!</p>"),
    // A word is divided at a soft hyphen, which shows as a hyphen.
    ("soft-hyphen", "", "<p>aaaa&#xAD;bbbbbbbb</p>"),
    // hyphens: none ignores soft hyphens.
    (
      "hyphens-none", ".n { hyphens: none }",
      "<p>aa aaaa&#xAD;bbbb</p><p class='n'>aa aaaa&#xAD;bbbb</p>"
    ),
    // hyphenate-character is set instead of a hyphen.
    ("hyphenate-character", "p { hyphenate-character: '==' }", "<p>aaaa&#xAD;bbbbbbbb</p>"),
    // Words shorter than hyphenate-limit-chars are not hyphenated.
    (
      "hyphenate-limit-chars", "p { hyphens: auto } .l { hyphenate-limit-chars: 11 }",
      "<p>aaaa newspapers</p><p class='l'>aaaa newspapers</p>"
    ),
    // hyphenate-limit-chars limits the letters before and after the hyphen.
    (
      "hyphenate-limit-after", "p { hyphens: auto } .l { hyphenate-limit-chars: 5 5 2 }",
      "<p class='l'>aaaa newspapers</p>"
    ),
    // text-wrap: balance makes lines equally long.
    (
      "balanced-lines", ".b { text-wrap: balance }",
      "<p>aa bb cc dd</p><p class='b'>aa bb cc dd</p>"
    ),
    // A line may end at a wbr element.
    ("wbr", "", "<p>aaaaaa<wbr/>bbbbbb</p>"),
    // A line does not end at a no-break space.
    ("no-break-space", "", "<p>aaaa bb&#xA0;cccc</p>"),
    // A line may end after a hyphen.
    ("break-after-hyphen", "", "<p>aaaaaa-bbbbbb</p>"),
    // A line may end after an em dash between words.
    ("break-around-dash", "", "<p>aaaaaa—bbbbbb</p>"),
    // A line does not begin with a stop, nor end with an opening bracket.
    ("no-break-before-stop", "", "<p>aaaaa bbbb. c (dddddd)</p>"),
    // A number with its separators and unit is kept together.
    ("no-break-in-number", "", "<p>aaaaa 10,000.5%</p>"),
    // A br element ends a line.
    ("forced-break", "", "<p>a<br/><br/>b</p>"),
    // hanging-punctuation: first sets an opening quotation mark in the margin.
    ("hanging-first", "p { hanging-punctuation: first; margin-left: 20pt }", "<p>“aaa”</p>"),
    // hanging-punctuation: last sets a closing quotation mark in the margin.
    (
      "hanging-last", "p { hanging-punctuation: last; margin-right: 20pt; text-align: right }",
      "<p>“aaa”</p>"
    ),
    // hanging-punctuation: force-end sets a stop at a line's end in the margin.
    (
      "hanging-force-end",
      "p { hanging-punctuation: force-end; margin-right: 20pt; text-align: right }",
      "<p>aaa.</p>"
    ),
    // Preserved spaces at a line's end hang.
    ("hanging-spaces", "p { white-space: pre-wrap; text-align: right }", "<p>aaaaaaaaa   bb</p>"),
    // They hang in an element with a background, too.
    (
      "hanging-space-in-element",
      "p { white-space: pre-wrap; width: 20pt } i { background: red; font-style: normal }",
      "<p>aa<i> </i>bb<i> b</i></p>"
    ),
    // A space at a line's end is removed from before the padding of its element.
    (
      "space-before-padding",
      "p { width: 50pt; text-align: right } i { padding-right: 10pt; font-style: normal }",
      "<p>aa<i>bb </i>cc <i>d </i></p>"
    ),
    // The hyphen of a soft hyphen at the end of a box is in the box.
    (
      "soft-hyphen-at-box-end", "p { width: 50pt } b { background: red } i { padding-right: 5pt }",
      "<p><b>aaa&#xAD;</b>bbb</p><p><b><i>ccc&#xAD;</i></b>ddd</p>"
    ),
    // With break-spaces, a tab takes room: one that does not fit goes to the next line with its word.
    (
      "tab-that-breaks", "p { white-space: break-spaces; tab-size: 4 }",
      "<p>a&#9;a&#9;a&#9;b</p>"
    ),
    // A tab that pre-wrap keeps takes room at the end of a paragraph if it fits: it reaches to 20 points.
    (
      "tab-at-paragraph-end", "p { white-space: pre-wrap; tab-size: 2; text-align: right }",
      "<p>a&#9;</p>"
    ),
    // A space at the end of a line is removed although an isolate ends between it and the box.
    (
      "space-before-isolate-end-in-line",
      "p { text-align: right } span { display: inline-block; width: 100pt; height: 5pt }",
      "<p><bdi>aa bb </bdi><span></span></p>"
    ),
  ]
}
