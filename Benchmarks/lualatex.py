"""Sets the justified paragraphs of a book with LuaLaTeX and microtype, as a peer of `quality.py`.

The paragraphs, their measures and indents are those of `paginate dump lines`, in upright EB Garamond 11 on 14 point.
A callback after TeX's line breaking reports each line in the form of that dump.
"""
import json
import pathlib
import shutil
import subprocess
import tempfile

FONT = "/usr/share/fonts/opentype/ebgaramond/EBGaramond12-Regular.otf"

PREAMBLE = r"""\documentclass{article}
\usepackage{fontspec}
\usepackage[english]{babel}
\setmainfont{%(file)s}[Path=%(folder)s/,Ligatures=TeX,Numbers=OldStyle]
\usepackage[protrusion=true,expansion=true,stretch=20,shrink=20,step=5]{microtype}
\directlua{dofile("report.lua")}
\setlength{\emergencystretch}{1em}
\begin{document}
\fontsize{11bp}{14bp}\selectfont
"""

# Every line of a paragraph: its width to the end of its text, its mean word space, and whether it ends in a hyphen.
REPORT = r"""
local file = io.open("lines.jsonl", "w")
local point = 65781.76
local paragraph = 0
local hyphens = { [0x2D] = true, [0x2010] = true }
local function lastglyph(line)
  local last
  for n in node.traverse_id(node.id("glyph"), line.head) do last = n end
  for n in node.traverse_id(node.id("disc"), line.head) do
    if n.pre and not n.next.next then last = node.tail(n.pre) end
  end
  return last
end
luatexbase.add_to_callback("post_linebreak_filter", function(head)
  paragraph = paragraph + 1
  local lines = {}
  for line in node.traverse_id(node.id("hlist"), head) do lines[#lines + 1] = line end
  for number, line in ipairs(lines) do
    local spaces, sum, ends = 0, 0, nil
    for n in node.traverse_id(node.id("glue"), line.head) do
      if n.subtype == 13 or n.subtype == 14 then
        spaces, sum = spaces + 1, sum + node.effective_glue(n, line)
      elseif n.subtype == 15 then ends = n end
    end
    local width = line.width
    if ends then
      width = node.dimensions(line.glue_set, line.glue_sign, line.glue_order, line.head, ends)
    end
    local last = lastglyph(line)
    file:write(string.format(
      '{"paragraph": %d, "width": %.3f, "measure": %.3f, "text": "", "hyphen": %s, %s, "natural": %.4f}\n',
      paragraph, width / point, line.width / point, last and hyphens[last.char] and "true" or "false",
      number == #lines and '"last": true' or '"justified": ' .. (spaces > 0 and "true" or "false"),
      spaces > 0 and sum / spaces / point or 0))
  end
  return head
end, "report lines")
"""


def is_installed():
    return shutil.which("lualatex") is not None and pathlib.Path(FONT).exists()


def escaped(text):
    """The text for TeX: its special characters are quoted."""
    special = {character: "\\" + character for character in "#$%&_{}"}
    special |= {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    return "".join(special.get(character, character) for character in text)


def document(lines):
    """The justified paragraphs as a LaTeX document."""
    paragraphs = {}
    for line in lines:
        paragraphs.setdefault((line["chapter"], line["paragraph"]), []).append(line)
    font = pathlib.Path(FONT)
    parts = [PREAMBLE % {"file": font.name, "folder": font.parent}]
    for own in paragraphs.values():
        text = "".join(line["text"] for line in own).strip()
        if not any(line.get("justified") for line in own) or "\u2028" in text or "\ufffc" in text:
            continue
        indent = max(0, round(own[0]["x"] * 2) / 2)
        parts.append(
            f"{{\\hsize={own[0]['measure']}bp\\parindent={indent}bp\\indent {escaped(text)}\\par}}\n")
    return "".join(parts) + "\\end{document}\n"


def lines_of(lines, em, space):
    """LuaLaTeX's lines of the same paragraphs, as `paginate dump lines` lists lines.

    em, space: the size of the text in points, and its natural word space in em.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        (place / "report.lua").write_text(REPORT, encoding="utf-8")
        (place / "book.tex").write_text(document(lines), encoding="utf-8")
        subprocess.run(
            ["lualatex", "-interaction=batchmode", "book.tex"], cwd=folder, check=True,
            stdout=subprocess.DEVNULL)
        report = (place / "lines.jsonl").read_text(encoding="utf-8")
    result = [json.loads(line) for line in report.splitlines()]
    for line in result:
        line["space"] = line["natural"] - em * space
    return result
