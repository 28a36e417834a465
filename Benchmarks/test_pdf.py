#!/usr/bin/env python3
"""Tests what `Benchmarks/pdf.py` refuses and what its bound is about: `python3 Benchmarks/test_pdf.py`. Measures no time."""
import contextlib
import io
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import pdf  # noqa: E402


class PDFTests(unittest.TestCase):
    def test_refused(self):
        """Without books or a program there is a message and a status, and no table."""
        for arguments, status, message in (
                (["--books", "x"], 64, 'unknown book "x": it is one of pride, war, moby'),
                (["--program", "/none"], 66, "there is no program /none"), ([], 66, "nothing to measure: ")):
            with tempfile.TemporaryDirectory() as name:
                # Books that are there, but for the last case.
                folder = pathlib.Path(name)
                if message != "nothing to measure: ":
                    (folder / "war-and-peace.epub").touch()
                out, errors = io.StringIO(), io.StringIO()
                with mock.patch.object(pdf.books, "BOOKS", folder), mock.patch.object(sys, "argv", ["pdf", *arguments]), \
                        contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors), \
                        self.assertRaises(SystemExit) as end:
                    pdf.main()
                self.assertEqual(end.exception.code, status)
                self.assertIn(message, errors.getvalue())
                self.assertEqual(out.getvalue(), "")

    def test_bound(self):
        """The best of the turns count; a PDF may add so much of its page map's time, and no more."""
        for added, is_good in ((pdf.MOST_ADDED - 0.01, True), (pdf.MOST_ADDED + 0.01, False)):
            commands = []
            # One slow turn of both, which does not count.
            times = iter([9, 9, 2, 2 * (1 + added), 3, 8])

            def measure(command, runs, cwd, commands=commands, times=times):
                commands.append("--pdf" in command)
                return next(times), 1, 1

            out = io.StringIO()
            with mock.patch.object(pdf.books, "measure", measure), mock.patch.object(pdf, "pages", lambda path: 800), \
                    contextlib.redirect_stdout(out):
                self.assertEqual(pdf.check_bounds("p", [pathlib.Path("b.epub")], pathlib.Path("."), 3), is_good)
            self.assertEqual(commands, [False, True] * 3)
            self.assertIn(f"| b.epub | 800 | 2.00 | {2 * added:.2f} | {4 * added:.2f} | {added:.2f}", out.getvalue())
            self.assertEqual("TOO MUCH" in out.getvalue(), not is_good)

    def test_help(self):
        done = subprocess.run([sys.executable, pdf.__file__, "--help"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0)


if __name__ == "__main__":
    unittest.main()
