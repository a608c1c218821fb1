import Foundation
import Testing

@testable import OpenCollection

/// Every request file of the demo collection, as text.
enum DemoRequests {
    static let all: [StyledFile] = files.compactMap { path in
        guard let text = try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) else { return nil }
        guard case .request = CollectionItem.read(text: text, path: ItemPath(path)).kind else { return nil }
        return StyledFile(id: path, text: text)
    }

    static let withJSONBody = all.filter { request in
        let file = try? RequestFile.read(text: request.text, path: "f.yml")
        return file?.definition.body.kind == .json
    }

    static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let root = repository.appendingPathComponent("Collections/Demo")

    private static var files: [String] {
        let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".yml") }.sorted()
    }
}

@Suite struct DemoCollectionSavingTests {
    @Test("the demo collection has requests")
    func notEmpty() { #expect(DemoRequests.all.count > 20 && DemoRequests.withJSONBody.count > 3) }

    @Test("nothing changed, nothing edited", arguments: DemoRequests.all)
    func unchanged(request: StyledFile) throws {
        let file = try RequestFile.read(text: request.text, path: "f.yml")
        expectSame(try file.saving(file.definition), request.text)
    }

    @Test("switching a row touches one line", arguments: DemoRequests.all)
    func switches(request: StyledFile) throws {
        let file = try RequestFile.read(text: request.text, path: "f.yml")
        for index in file.definition.headers.indices {
            try check(file) { $0.headers[index].isEnabled.toggle() }
        }
        for index in file.definition.parameters.indices {
            try check(file) { $0.parameters[index].field.isEnabled.toggle() }
        }
        for index in file.definition.variables.indices {
            try check(file) { $0.variables[index].isEnabled.toggle() }
        }
    }

    private func check(_ file: RequestFile, _ change: (inout RequestDefinition) -> Void) throws {
        var definition = file.definition
        change(&definition)
        let saved = try file.saving(definition)
        let size = LineDifference.size(file.text, saved)
        #expect(size.removed + size.inserted == 1)
        var again = try RequestFile.read(text: saved, path: "f.yml")
        #expect(again.definition == definition)
        change(&again.definition)
        expectSame(try RequestFile.read(text: saved, path: "f.yml").saving(again.definition), file.text)
    }

    @Test("another JSON body changes the lines of the body alone", arguments: DemoRequests.withJSONBody)
    func bodies(request: StyledFile) throws {
        let file = try RequestFile.read(text: request.text, path: "f.yml")
        var definition = file.definition
        definition.body.text += "\n// one more line"
        let size = LineDifference.size(file.text, try file.saving(definition))
        #expect(size == (0, 1))
        definition.body.text = "{}"
        let saved = try file.saving(definition)
        #expect(saved.contains("data: |-\n      {}\n"))
        #expect(try RequestFile.read(text: saved, path: "f.yml").definition == definition)
    }

    @Test("a value of one line changes one line", arguments: DemoRequests.all + StyledFile.all)
    func values(request: StyledFile) throws {
        let file = try RequestFile.read(text: request.text, path: "f.yml")
        for index in file.definition.headers.indices where !file.definition.headers[index].value.isEmpty {
            let isLong = file.definition.headers[index].value.contains(" text")
            for value in ["plain", "\"quoted\"", "a: b # c", "12"] where !isLong {
                var definition = file.definition
                definition.headers[index].value = value
                #expect(LineDifference.size(file.text, try file.saving(definition)) == (1, 1))
            }
        }
    }
}
