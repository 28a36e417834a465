extension RandomAccessCollection where Index == Int {
  /// The index of the first element for which `belongs` is true. It must be true for all later
  /// ones.
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
