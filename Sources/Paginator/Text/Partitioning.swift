extension RandomAccessCollection where Index == Int {
  /// The first index from which on `belongs` holds; the elements are sorted by it.
  @inline(__always)
  func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
