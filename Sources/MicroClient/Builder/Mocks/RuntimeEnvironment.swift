import Foundation

/// The environment in which the process runs.
enum RuntimeEnvironment: Sendable, Hashable {
    case live, test, preview

    static let current = RuntimeEnvironment(
        variables: ProcessInfo.processInfo.environment, program: CommandLine.arguments.first ?? "")

    /// - Parameter program: The path by which the process was started. Test bundles end in `.xctest`.
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

/// Returns one of three values, depending on where the process runs: as an app or tool, under `swift test` or Xcode's tests, or in a SwiftUI preview.
///
/// - Parameters:
///   - live: The value for an app or a tool.
///   - test: The value for tests; nil uses the live one.
///   - preview: The value for previews; nil uses the test's, or else the live one.
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
