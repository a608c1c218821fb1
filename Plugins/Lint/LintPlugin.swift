import Foundation
import PackagePlugin

/// `swift package lint`: the toolchain's own formatter, strict, over every Swift target of this package.
///
/// No product, so that nobody who depends on the package ever builds it.
@main
struct LintPlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let targets = context.package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
        let linter = Process()
        linter.executableURL = try context.tool(named: "swift-format").url
        linter.arguments = ["lint", "--strict", "--parallel", "--recursive"] + targets.map(\.directoryURL.path)
        try linter.run()
        linter.waitUntilExit()
        if linter.terminationStatus != 0 { Diagnostics.error("The linter has found something.") }
    }
}
