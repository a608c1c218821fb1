import CollectionFiles
import Foundation
import OpenCollection
import TestSupport
import Testing

/// Directories that nobody meant for a collection. `MICROSCOPE_FUZZ_TIMES` says how many times more, `MICROSCOPE_FUZZ_SEED` which.
@Suite("Loading directories made by chance", .timeLimit(.minutes(60)))
struct CollectionLoaderFuzzTests {
    private static let names = [
        "a", "b", "environments", "node_modules", ".git", ".hidden", "x.yml", "folder.yml", "opencollection.yml",
        "microscope.yaml", ".env", "y.yaml", "é.yml", " .yml", "-.yml", "a:b.yml", "z.YML", "bruno.json", "x.bru",
        ".microscope-AbCdEf",
    ]
    private static let texts: [[UInt8]] =
        [
            "", "\n", "a", "[", "info: {name: N, type: http}\n",
            "info:\n  name: R\n  type: http\n  seq: 3\nhttp:\n  url: /\n",
            "info: {type: grpc}\n", "type: script\n", "info: {type: folder, seq: -1}\n",
            "variables: [{name: a, value: b}]\n",
            "version: 1\nrequests: {x.yml: {retry: {count: 2}}}\n", "version: 2\n", "- a\n- b\n", "A=1\nB='2\n",
            "info: {name: &a [x, x], type: http}\nx: [*a, *a]\n", "info:\r\n  type: http\r\n",
            "\u{FEFF}info: {type: http}\n",
            "info: {type: http, name: \"" + String(repeating: "n", count: 40_000) + "\"}\n",
            String(repeating: "[", count: 4_000), String(repeating: "a: {b: ", count: 400),
        ].map { Array($0.utf8) } + [[0xFF, 0xFE, 0x00], [0x00], Array("info: {name: ".utf8) + [0xC3]]

    /// Aliases of aliases: written out, these are more values than memory holds.
    private static let bomb =
        "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        + (1..<12).map {
            "a\($0): &a\($0) [" + Array(repeating: "*a\($0 - 1)", count: 9).joined(separator: ", ") + "]\n"
        }
        .joined() + "info: {type: http}\n"

    @Test("every directory is read, whole or by heads, and both readings show the same tree")
    func anyDirectory() throws {
        // An input is a file; a directory has thirteen of them on average.
        for number in 0..<LongRun.inputs(orJust: 325) / 13 {
            let seed = LongRun.seed &+ UInt64(number)
            var random = SeededGenerator(seed: seed)
            let directory = try TemporaryDirectory()
            for _ in 0..<Int.random(in: 1...25, using: &random) { put(into: directory, &random) }
            let loader = CollectionLoader(root: directory.url)
            guard let whole = try? loader.load(.whole) else {
                #expect(throws: FileProblem.self, "seed \(seed)") { try loader.load(.heads) }
                continue
            }
            let heads = try loader.load(.heads)
            #expect(heads.allItems.map(\.path) == whole.allItems.map(\.path), "seed \(seed)")
            for (head, item) in zip(heads.allItems, whole.allItems) {
                // A file that turns out to be broken says so when it is opened.
                if case .broken = item.kind { continue }
                #expect(head.name == item.name && head.kind.requestHead == item.kind.requestHead, "seed \(seed)")
                let again = loader.item(at: item.path)
                if case .request = item.kind { #expect(again.name == item.name, "seed \(seed)") }
            }
            #expect(!whole.allItems.contains(where: Self.isNoItem), "seed \(seed)")
        }
    }

    /// Whether an item is what a kill left of a save, or is in a directory that is skipped.
    private static func isNoItem(_ item: CollectionItem) -> Bool {
        let names = item.path.text.split(separator: "/")
        if case .folder = item.kind { return names.contains("node_modules") || names.contains(".git") }
        return names.dropLast().contains { $0 == "node_modules" || $0 == ".git" }
            || names.last?.hasPrefix(".microscope-") == true
    }

    private func put(into directory: TemporaryDirectory, _ random: inout SeededGenerator) {
        let depth = [1, 1, 1, 2, 2, 3, 24].randomElement(using: &random) ?? 1
        let path = (0..<depth).map { _ in Self.names.randomElement(using: &random) ?? "a" }.joined(separator: "/")
        let place = directory.url.appendingPathComponent(path)
        let files = FileManager.default
        try? files.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        switch Int.random(in: 0..<12, using: &random) {
        case 0: try? files.createDirectory(at: place, withIntermediateDirectories: true)
        // Round in a circle, and never out of the directory: what is written later may go through it.
        case 1: try? files.createSymbolicLink(atPath: place.path, withDestinationPath: directory.url.path)
        case 2: try? files.createSymbolicLink(atPath: place.path, withDestinationPath: place.lastPathComponent)
        default: try? Data(Self.texts.randomElement(using: &random) ?? []).write(to: place)
        }
        // Most have a root that can be read.
        let root = directory.url.appendingPathComponent("opencollection.yml")
        if Int.random(in: 0..<4, using: &random) > 0, !files.fileExists(atPath: root.path) {
            try? Data("info: {name: M}\n".utf8).write(to: root)
        }
    }

    @Test("aliases of aliases fill no memory: such a file is listed with the reason")
    func aliases() throws {
        let directory = try TemporaryDirectory()
        try directory.write([
            "opencollection.yml": "info: {name: M}\n", "bomb.yml": Self.bomb, "folder/folder.yml": Self.bomb,
        ])
        let collection = try CollectionLoader(root: directory.url).load()
        let reasons = collection.allItems.compactMap { item -> String? in
            if case .broken(let problem) = item.kind { problem.message } else { nil }
        }
        #expect(reasons.count == 2 && reasons.allSatisfy { $0.contains("aliases make this file larger") })
    }
}
