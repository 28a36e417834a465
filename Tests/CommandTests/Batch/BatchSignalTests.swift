import Foundation
import Testing

/// Signals to the whole group of processes, as a terminal, `timeout` and a scheduler send them.
@Suite("signals to a batch")
struct BatchSignalTests {
  private func putBooks(_ count: Int, in folder: URL) throws {
    for number in 1...count {
      try Program.put(
        Program.chapters([3000 + number, 3000]), "b\(number)/book.xhtml", in: folder)
    }
    let lines = (1...count).map { #"{"book":"b\#($0)/book.xhtml"}"# }
    try Program.put(lines.joined(separator: "\n"), "m.jsonl", in: folder)
  }

  @Test("an interrupted batch writes no row for it; resumed, it has the table of a whole one")
  func interrupted() throws {
    try Program.withFolder { folder in
      try putBooks(6, in: folder)
      let whole = try Program.run(["batch", "m.jsonl", "--out", "whole", "-q"], in: folder)
      #expect(whole.status == 0, "\(whole.errors)")
      // The shell gives each background job a group of its own.
      let result = try Program.shell(
        """
        set -m
        for try in {1..15}; do
          signal=TERM; [ $((try % 3)) = 0 ] && signal=INT
          rm -rf r; $PAGINATE batch m.jsonl --out r -q -j 3 & batch=$!
          sleep 0.$(printf %02d $((RANDOM % 30 + 3)))
          kill -s $signal -- -$batch; wait $batch; echo $?
          cat r/results.jsonl >> all.jsonl
        done
        grep -c crash all.jsonl
        $PAGINATE batch m.jsonl --out r --resume -q; cmp r/table.csv whole/table.csv && echo same
        """, in: folder)
      let lines = result.output.split(separator: "\n")
      #expect(lines.suffix(2) == ["0", "same"], "\(result.output) \(result.errors)")
      #expect(lines.dropLast(2).contains { ["143", "130"].contains($0) }, "\(lines)")
    }
  }

  @Test("a worker alone that is told to end ends the batch, which has no row of its book")
  func workerAlone() throws {
    try Program.withFolder { folder in
      try putBooks(30, in: folder)
      let result = try Program.shell(
        """
        $PAGINATE batch m.jsonl --out r -q -j 1 & batch=$!
        for try in {1..200}; do
          worker=$(cat /proc/$batch/task/*/children); [ -n "$worker" ] && break; sleep 0.02
        done
        sleep 0.1; kill -TERM $worker; wait $batch; echo $?
        grep -c crash r/results.jsonl
        """, in: folder)
      #expect(result.output == "143\n0\n", "\(result.output)")
      #expect(result.errors.contains("--resume"), "\(result.errors)")
    }
  }
}
