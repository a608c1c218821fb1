import Foundation

/// The path of a program of this package, built beside the tests; its bare name when there is none.
public func builtProgram(_ name: String) -> String {
    // The test bundle and the programs are in one directory; on macOS the bundle is deeper.
    var directory = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    for argument in CommandLine.arguments where argument.hasSuffix(".xctest") {
        directory = URL(fileURLWithPath: argument).deletingLastPathComponent()
    }
    while directory.path != "/" {
        let candidate = directory.appendingPathComponent(name).path
        if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
        directory.deleteLastPathComponent()
    }
    return name
}
