import TestSupport
import Testing

@testable import OpenCollection

/// Two people edit one file at random. `MICROSCOPE_FUZZ_TIMES` says how many times more, `MICROSCOPE_FUZZ_SEED` which.
@Suite("Merging over many edits made by chance", .timeLimit(.minutes(60)))
struct MergePropertyTests {
    @Test("requests") func requests() throws { try check(RequestDefinition.self) }
    @Test("folders") func folders() throws { try check(FolderDefinition.self) }
    @Test("environments") func environments() throws { try check(EnvironmentDefinition.self) }
    @Test("roots") func roots() throws { try check(RootValue.self) }
    @Test("policies") func policies() throws { try check(RequestPolicies.self) }

    private func check<File: MergedFile>(_ type: File.Type) throws {
        for (number, text) in File.texts.enumerated() {
            for round in 0..<LongRun.inputs(orJust: 150) / File.texts.count {
                let seed = Int(LongRun.seed) &* 1_000_003 &+ round
                let context = Comment(rawValue: "\(File.self) \(number), seed \(seed)")
                let merge = try MergeCase<File>(text: text, seed: seed)
                try merge.checkOneSide(context)
                try merge.checkBothSides(context)
                try merge.checkChoices(context)
            }
        }
    }
}

/// A file, and what two people made of it.
private struct MergeCase<File: MergedFile> {
    var base: File
    var mine: File
    /// Their value as read from their file; their editing left ``theirEdit``.
    var theirs: File
    var theirText: String
    var theirEdit: File
    /// My value as read from a file of mine.
    var myFile: File

    init(text: String, seed: Int) throws {
        base = try File.read(text)
        (mine, theirEdit) = (base, base)
        var random = RandomDefinition(seed: seed)
        mine.edit(&random)
        theirEdit.edit(&random)
        theirText = try theirEdit.saved(over: text)
        theirs = try File.read(theirText)
        myFile = try File.read(mine.saved(over: text))
    }

    /// Checks that if one side changed nothing, the other's value counts.
    func checkOneSide(_ context: Comment) throws {
        let onlyTheirs = ThreeWayMerge(base: base, mine: base, theirs: theirs)
        #expect(onlyTheirs.value == theirs && onlyTheirs.conflicts.isEmpty, context)
        let onlyMine = ThreeWayMerge(base: base, mine: mine, theirs: base)
        let isMine = try onlyMine.value.content == mine.content
        #expect(isMine && onlyMine.conflicts.isEmpty, context)
        let same = ThreeWayMerge(base: base, mine: theirs, theirs: theirs)
        #expect(same.value == theirs && same.conflicts.isEmpty, context)
    }

    /// Checks that the merged value is what their file says after the save, and the same from both sides.
    func checkBothSides(_ context: Comment) throws {
        let merge = ThreeWayMerge(base: base, mine: mine, theirs: theirs)
        guard merge.conflicts.isEmpty else { return }
        try checkSaved(merge.value, context)
        let swapped = ThreeWayMerge(base: base, mine: theirEdit, theirs: myFile)
        // I know of my rows which ones I renamed; of theirs nobody does: from the other side one asks, or puts them elsewhere.
        let isSame = try !swapped.conflicts.isEmpty || Self.lines(swapped.value) == Self.lines(merge.value)
        #expect(isSame, context)
    }

    private static func lines(_ value: File) throws -> [String] {
        try value.content.split(separator: "\n").map(String.init).sorted()
    }

    private func checkSaved(_ value: File, _ context: Comment) throws {
        let saved = try File.read(value.saved(over: theirText))
        let (says, shouldSay) = (try saved.content, try value.asSaved(over: theirs).content)
        #expect(says == shouldSay, context)
    }

    /// Checks that every choice leads to a value that can be written, and that choosing changes no other conflict.
    func checkChoices(_ context: Comment) throws {
        var merge = ThreeWayMerge(base: base, mine: mine, theirs: theirs)
        let names = merge.conflicts.map(\.id)
        #expect(Set(names).count == names.count && merge.conflicts.allSatisfy { $0.choice == nil }, context)
        for (index, name) in names.enumerated() {
            let isEven = index.isMultiple(of: 2)
            merge.resolve(name, as: isEven ? .theirs : .mine)
            #expect(merge.conflicts.map(\.id) == names && merge.conflicts[index].choice != nil, context)
        }
        #expect(merge.isResolved, context)
        try checkSaved(merge.value, context)
        merge = ThreeWayMerge(base: base, mine: mine, theirs: theirs)
        for name in names { merge.resolve(name, as: .theirs) }
        try checkSaved(merge.value, context)
    }
}
