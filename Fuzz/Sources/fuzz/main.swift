import Foundation

/// libFuzzer's loop, for programs with an entry point of their own.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

// The variable and no argument: libFuzzer takes every argument for its own, also where it starts
// itself again to make a finding smaller.
guard let target = Target(environment: ProcessInfo.processInfo.environment) else {
  FileHandle.standardError.write(
    Data("FUZZ_TARGET is one of \(Target.allCases.map(\.rawValue).joined(separator: ", "))\n".utf8))
  exit(64)
}
/// Read by the test, which as a C function captures nothing.
nonisolated(unsafe) let test = target.test
var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(
  runFuzzer(&count, &arguments) { start, count in
    test([UInt8](UnsafeBufferPointer(start: start, count: count)))
    return 0
  })
