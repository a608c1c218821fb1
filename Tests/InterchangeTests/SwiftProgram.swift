import Foundation
import TestSupport

@testable import Interchange

/// A program of every sample in every form, built with the modules and objects of this build; gone with it.
final class SwiftProgram {
    private static let build = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")
    private static let plugin = build.appendingPathComponent("MicroClientMacrosPlugin-tool")

    /// Whether it can be built: only where SwiftPM puts the files on Linux, and not with a sanitizer, whose objects do not link without it.
    static var canBuild: Bool {
        ProcessInfo.processInfo.environment["MICROSCOPE_SANITIZER"] == nil
            && FileManager.default.isExecutableFile(atPath: plugin.path)
            && FileManager.default.fileExists(atPath: build.appendingPathComponent("MicroClientMacros.build").path)
    }

    private let directory: URL
    private var program: String { directory.appendingPathComponent("program").path }

    init(_ samples: [SampleRequest], base: String) throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("generated-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        var calls: [String] = []
        for (number, sample) in samples.enumerated() {
            for form in sample.forms {
                let name = "\(sample.id) \(number) \(form)"
                let text = sample.text(form, name: name, base: "\(base)/\(number)/\(form.rawValue)")
                try write(text, to: "Sample\(number)\(form).swift")
                let arguments = sample.arguments.map { "\($0.0): \($0.1)" }.joined(separator: ", ")
                calls.append(
                    "await attempt(\"\(number) \(form.rawValue)\") { _ = try await \(SwiftName.type(name)).sample(\(arguments)) }"
                )
            }
        }
        try write(Self.main + calls.joined(separator: "\n") + "\n", to: "main.swift")
    }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: directory.appendingPathComponent(name))
    }

    private static let main = """
        func attempt(_ name: String, _ call: () async throws -> Void) async {
            do {
                try await call()
                print("\\(name): ok")
            } catch {
                print("\\(name): \\(error)")
            }
        }

        """

    /// - Returns: The status, and what the compiler said about the sources.
    func build() throws -> (status: Int32, output: String) {
        let sources = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
        let result = try ChildProgram.run(
            [
                "swiftc", "-swift-version", "6", "-warnings-as-errors", "-diagnostic-style", "llvm", "-wmo",
                "-module-cache-path", directory.appendingPathComponent("cache").path,
                "-I", Self.build.appendingPathComponent("Modules").path, "-load-plugin-executable",
                "\(Self.plugin.path)#MicroClientMacrosPlugin", "-o", program,
            ] + sources.map { directory.appendingPathComponent($0).path } + objects())
        return (result.status, result.errorText + result.outputText)
    }

    /// Returns the objects of sources that exist: a build leaves the objects of files that are gone where they were.
    private func objects() -> [String] {
        ["Text", "Secrets", "Files", "MicroClient", "MicroClientMultipart", "MicroClientMacros"].flatMap { module in
            let sources = Self.sources.appendingPathComponent(module)
            let names = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
            let place = Self.build.appendingPathComponent("\(module).build")
            return names.filter { $0.hasSuffix(".swift") }
                .map { place.appendingPathComponent(($0 as NSString).lastPathComponent + ".o").path }
        }
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// Returns what the program prints, line by line.
    func run() throws -> [String] {
        let result = try ChildProgram.run([program], environment: ["no_proxy": "*"])
        return result.outputText.split(separator: "\n").map(String.init) + [result.errorText]
    }
}
