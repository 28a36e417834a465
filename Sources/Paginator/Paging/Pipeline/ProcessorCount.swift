internal import Foundation

/// The processors of the machine. Their number decides how much is done at once, never what comes of it.
package enum ProcessorCount {
  /// The number of processors that may be used now.
  package static var available: Int { ProcessInfo.processInfo.activeProcessorCount }
}
