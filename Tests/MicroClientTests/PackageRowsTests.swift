import Foundation
import Testing

/// The promises of the package, read from its files.
@Suite struct PackageRowsTests {
    private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    @Test(
        "A22 B03: the library has no dependency, and the package none but libraries of the system; the licence is MIT")
    func dependenciesA22B03() throws {
        let manifest = try text("Package.swift")
        func row(_ name: String) throws -> Substring {
            try #require(manifest.split(separator: "\n").first { $0.contains("module(\"\(name)\"") })
        }
        // Nothing but what the package itself has of secrets, files and texts, and those need nobody.
        #expect(
            try row("MicroClient").contains("module(\"MicroClient\", [\"Secrets\", \"Files\", \"Text\"], exclude:"))
        #expect(try row("Files").hasSuffix("module(\"Files\"),"))
        #expect(try row("Secrets").hasSuffix("module(\"Secrets\", [\"Text\"]),"))
        #expect(try row("Text").hasSuffix("module(\"Text\"),"))
        #expect(!manifest.contains(".package("))
        #expect(try text("LICENSE").hasPrefix("MIT License"))
    }

    @Test("B02 B06: Swift 6 language mode for every target, and no flags that a dependency may not have")
    func languageModeB02B06() throws {
        let manifest = try text("Package.swift")
        #expect(manifest.contains("swiftLanguageModes: [.v6]"))
        #expect(!manifest.contains("unsafeFlags"))
        #expect(try text("Scripts/test").contains("-warnings-as-errors"))
        #expect(try text("Scripts/check-dependency-package").contains("B06"))
    }

    @Test("B05: platforms are named, and what one platform has alone is imported where it can be")
    func platformsB05() throws {
        #expect(
            try text("Package.swift").contains(
                "platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)]"))
        let sources = root.appendingPathComponent("Sources/MicroClient").resolvingSymlinksInPath()
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            count += 1
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
            for (index, line) in lines.enumerated() where line.contains("import ") && !line.contains("//") {
                guard let module = line.split(separator: " ").last,
                    ["FoundationNetworking", "Glibc", "Musl", "Darwin"].contains(module)
                else { continue }
                #expect(index > 0 && lines[index - 1].contains("canImport(\(module))"), "\(file.lastPathComponent)")
            }
        }
        #expect(count > 30)
    }

    @Test("B44: the linter runs in the checks, and as a command of the package")
    func lintB44() throws {
        #expect(try text("Scripts/test").contains("swift format lint --strict"))
        #expect(try text("Package.swift").contains(#".command(intent: .custom(verb: "lint""#))
    }
}
