import Foundation

/// Where the process runs.
enum RuntimeEnvironment: Sendable, Hashable {
    case live, test, preview

    static let current = RuntimeEnvironment(
        variables: ProcessInfo.processInfo.environment, program: CommandLine.arguments.first ?? "")

    /// - Parameter program: the path by which the process was started. Bundles of tests end in `.xctest`.
    init(variables: [String: String], program: String) {
        if variables["XCODE_RUNNING_FOR_PREVIEWS"] == "1" {
            self = .preview
        } else if variables["XCTestConfigurationFilePath"] != nil || variables["XCTestBundlePath"] != nil
            || Self.testPrograms.contains(where: program.hasSuffix)
        {
            self = .test
        } else {
            self = .live
        }
    }

    private static let testPrograms = [".xctest", "/xctest", "/swiftpm-testing-helper"]
}

/// One of three values, by where the process runs: as an app or tool, under `swift test` or Xcode's tests, or in a SwiftUI preview.
///
/// - Parameters:
///   - live: what an app or a tool gets.
///   - test: nil: the live one.
///   - preview: nil: the test's, or else the live one.
public func valueFor<Value>(
    live: @autoclosure () -> Value, test: @autoclosure () -> Value? = nil, preview: @autoclosure () -> Value? = nil
) -> Value {
    RuntimeEnvironment.current.value(live: live(), test: test(), preview: preview())
}

extension RuntimeEnvironment {
    func value<Value>(
        live: @autoclosure () -> Value, test: @autoclosure () -> Value?, preview: @autoclosure () -> Value?
    ) -> Value {
        switch self {
        case .live: live()
        case .test: test() ?? live()
        case .preview: preview() ?? test() ?? live()
        }
    }
}
