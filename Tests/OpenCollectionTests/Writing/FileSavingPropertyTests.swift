import TestSupport
import Testing
import YAMLTree

@testable import OpenCollection

/// Many random edits of every kind of file. `MICROSCOPE_FUZZ_TIMES` says how many times more, `MICROSCOPE_FUZZ_SEED` which.
@Suite("Saving any file of a collection", .timeLimit(.minutes(60)))
struct FileSavingPropertyTests {
    @Test("requests") func requests() throws { try check(RequestDefinition.self) }
    @Test("folders") func folders() throws { try check(FolderDefinition.self) }
    @Test("environments") func environments() throws { try check(EnvironmentDefinition.self) }
    @Test("roots") func roots() throws { try check(RootValue.self) }
    @Test("policies") func policies() throws { try check(RequestPolicies.self) }

    private func check<File: MergedFile>(_ type: File.Type) throws {
        for (number, text) in File.texts.enumerated() {
            expectSame(try File.read(text).saved(over: text), text)
            for round in 0..<LongRun.inputs(orJust: 90) / File.texts.count {
                let seed = Int(LongRun.seed) &* 1_000_003 &+ round
                var random = RandomDefinition(seed: seed)
                let old = try File.read(text)
                var new = old
                new.edit(&random)
                let saved = try new.saved(over: text)
                let context = Comment(rawValue: "\(File.self) \(number), seed \(seed):\n\(saved)")
                let (says, asked) = (try File.read(saved), new.asSaved(over: old))
                let isWhatWasAsked = try says.content == asked.content
                #expect(isWhatWasAsked, context)
                // What was saved is not touched by the next save.
                #expect(try says.saved(over: saved) == saved, context)
                checkKept(of: text, in: saved, context)
                #expect(Self.hasLineEnds(of: text, saved), context)
            }
        }
    }

    /// Checks that keys that nobody knows are as they were, and so is what comments their lines: no edit can mean them.
    private func checkKept(of text: String, in saved: String, _ context: Comment) {
        let lines = Set(saved.split { $0.isNewline }.map { $0.trimmingWhitespace() })
        for line in text.split(whereSeparator: \.isNewline).map({ $0.trimmingWhitespace() })
        where line.hasPrefix("x-ours:") || line.hasPrefix("# Users.") || line.hasPrefix("# Ours.") {
            #expect(lines.contains(line), context)
        }
    }

    private static func hasLineEnds(of text: String, _ saved: String) -> Bool {
        let isWindows = text.utf8.contains(13)
        // What is typed may hold the other kind, escaped; a bare LF ends no line of a file of CRLFs.
        return isWindows ? !saved.replacing("\r\n", with: "").utf8.contains(10) : !saved.utf8.contains(13)
    }

    @Test("another text of one line changes one line", arguments: ["plain", "a: b # c", "12", "it's"])
    func oneLine(_ value: String) throws {
        for text in StyledDefaults.folders.prefix(1) {
            let old = try FolderDefinition.read(text)
            let edits: [(inout FolderDefinition) -> Void] = [
                { $0.name = value }, { $0.headers[0].value = value }, { $0.headers[1].name = value },
                { $0.variables[0].value = value }, { $0.actions[0].expression = value }, { $0.docs = value },
            ]
            try check(old, text, edits)
        }
        for text in StyledDefaults.environments.prefix(1) {
            let old = try EnvironmentDefinition.read(text)
            let edits: [(inout EnvironmentDefinition) -> Void] = [
                { $0.color = value }, { $0.variables[0].value = value }, { $0.variables[1].name = value },
                { $0.certificates[0].path = value }, { $0.externalSecrets?.variables[0].value = value },
                { $0.extends = value },
            ]
            try check(old, text, edits)
        }
        for text in StyledDefaults.roots.prefix(1) {
            let old = try RootValue.read(text)
            let edits: [(inout RootValue) -> Void] = [
                { $0.info.name = value }, { $0.info.summary = value }, { $0.info.authors[0].email = value },
                { $0.info.proxy?.server?.host = value }, { $0.defaults.headers[0].value = value },
            ]
            try check(old, text, edits)
        }
        let companion = try RequestPolicies.read(StyledDefaults.companions[0])
        try check(companion, StyledDefaults.companions[0], [{ $0.retry?.count = 9 }, { $0.verifiesTLS = true }])
    }

    private func check<File: MergedFile>(_ old: File, _ text: String, _ edits: [(inout File) -> Void]) throws {
        for (number, edit) in edits.enumerated() {
            var new = old
            edit(&new)
            let saved = try new.saved(over: text)
            #expect(LineDifference.size(text, saved) == (1, 1), "\(File.self), edit \(number):\n\(saved)")
        }
    }
}

@Suite("What Bruno leaves of a collection") struct BrunoShapeTests {
    /// Bruno would write a new file of what it understands, which must have what we need.
    @Test("a rewrite of every file keeps what sends take from it, and our next save touches one line of it")
    func rewritten() throws {
        for style in StyledFile.all where !["whole", "mixed"].contains(style.id) {
            let before = try RequestFile.read(text: style.text, path: "f.yml").definition
            let rewritten = RequestFile.newText(for: before)
            let file = try RequestFile.read(text: rewritten, path: "f.yml")
            #expect(file.notes.filter { $0.message.contains("not known") }.isEmpty, "\(style.id)")
            var edited = file.definition
            edited.name = "Other"
            let size = LineDifference.size(rewritten, try file.saving(edited))
            #expect(size.inserted == 1 && size.removed <= 1, "\(style.id)")
        }
        for text in StyledDefaults.folders {
            let before = try FolderDefinition.read(text)
            let after = try FolderDefinition.read(FolderFile.newText(for: before))
            #expect(after.headers.map(\.written) == before.headers.map(\.written) && after.auth == before.auth)
            #expect(after.variables.map(\.written) == before.variables.map(\.written))
        }
        for text in StyledDefaults.environments {
            let before = try EnvironmentDefinition.read(text)
            let after = try EnvironmentDefinition.read(EnvironmentFile.newText(for: before))
            #expect(after.variables.map(\.written) == before.variables.map(\.written))
        }
    }
}
