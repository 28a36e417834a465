import Foundation

/// The loop of libFuzzer, for programs with their own entry point.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

// An environment variable and not an argument: libFuzzer interprets all arguments itself, also when
// it restarts itself to minimize a finding.
guard let target = Target(environment: ProcessInfo.processInfo.environment) else {
  FileHandle.standardError.write(
    Data("FUZZ_TARGET is one of \(Target.allCases.map(\.rawValue).joined(separator: ", "))\n".utf8))
  exit(64)
}
/// Global, because the test is a C function and captures nothing.
nonisolated(unsafe) let test = target.test
var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(
  runFuzzer(&count, &arguments) { start, count in
    test([UInt8](UnsafeBufferPointer(start: start, count: count)))
    return 0
  })
