import Quoting
import Text
import YAMLTree

/// Merges one field after the other, and keeps those in which both sides differ.
public struct FieldMerging: Sendable {
    private let choices: [MergeConflict.ID: MergeSide]
    /// Whether my rows and those before say by their origins which is which.
    let areOriginsShared: Bool
    private(set) var conflicts: [MergeConflict] = []
    /// The names of what the fields belong to, outermost first: "Example Found".
    private var surroundings: [String] = []

    init(choices: [MergeConflict.ID: MergeSide], areOriginsShared: Bool) {
        self.choices = choices
        self.areOriginsShared = areOriginsShared
    }

    /// Names the fields after what they belong to.
    mutating func within<Result>(_ name: String, _ merge: (inout FieldMerging) -> Result) -> Result {
        surroundings.append(name)
        defer { surroundings.removeLast() }
        return merge(&self)
    }

    /// A field in which both differ: whose word counts.
    ///
    /// One that occurs in two places with the same texts, as a query parameter does, is one conflict.
    mutating func side(_ name: String, _ texts: Versions<String?>, isSecret: Bool = false) -> MergeSide {
        let name = (surroundings + [name.trimmingWhitespace()]).joined(separator: ": ")
        var conflict = MergeConflict(
            id: name, base: texts.base, mine: texts.mine, theirs: texts.theirs, isSecret: isSecret)
        var number = 1
        while let other = conflicts.first(where: { $0.id == conflict.id }) {
            if !differ(other.texts, texts) { return other.choice ?? .mine }
            number += 1
            conflict.id = "\(name) (\(number))"
        }
        conflict.choice = choices[conflict.id]
        conflicts.append(conflict)
        return conflict.choice ?? .mine
    }

    /// A field that is one value.
    mutating func value<Value: Equatable>(
        _ name: String, _ versions: Versions<Value>, isSecret: Bool = false, text: (Value) -> String?
    ) -> Value {
        if let agreed = versions.agreed { return agreed }
        return side(name, versions.map(text), isSecret: isSecret) == .mine ? versions.mine : versions.theirs
    }

    mutating func value<Text: MergedText>(
        _ name: String, _ versions: Versions<Text>, isSecret: Bool = false
    ) -> Text {
        value(name, versions, isSecret: isSecret) { $0.mergeText }
    }

    /// A part that may be absent: where all have it, its fields are merged.
    mutating func part<Part: Equatable>(
        _ name: String, _ versions: Versions<Part?>, text: (Part) -> String?,
        fields: (Versions<Part>, inout FieldMerging) -> Part
    ) -> Part? {
        guard let parts: Versions<Part> = versions.unwrapped() else {
            return value(name, versions) { $0.flatMap(text) }
        }
        return fields(parts, &self)
    }

    /// Merges a mapping whose keys are not known in advance: each is a field.
    mutating func mapping(_ name: String, _ versions: Versions<YAMLMapping>, isSecret: Bool = false) -> YAMLMapping {
        if let agreed = versions.agreed { return agreed }
        var merged = versions.theirs
        let entries = versions.theirs.entries + versions.mine.entries + versions.base.entries
        for key in entries.map(\.key).unique {
            merged[key] = entry("\(name), \(key)", versions.map { $0[key] }, isSecret: isSecret)
        }
        return merged
    }

    private mutating func entry(_ name: String, _ versions: Versions<YAMLValue?>, isSecret: Bool) -> YAMLValue? {
        guard case .mapping(let base)? = versions.base, case .mapping(let mine)? = versions.mine,
            case .mapping(let theirs)? = versions.theirs
        else { return value(name, versions, isSecret: isSecret) { $0?.mergeText } }
        return .mapping(mapping(name, Versions(base: base, mine: mine, theirs: theirs), isSecret: isSecret))
    }
}

extension MergeConflict {
    fileprivate var texts: Versions<String?> { Versions(base: base, mine: mine, theirs: theirs) }
}

/// A value that is shown as one text.
protocol MergedText: Equatable {
    /// The text for a merge; nil if absent.
    var mergeText: String? { get }
}

extension String: MergedText {
    var mergeText: String? { self }
}

extension Bool: MergedText {
    var mergeText: String? { self ? "on" : "off" }
}

extension Int: MergedText {
    var mergeText: String? { String(self) }
}

extension Double: MergedText {
    var mergeText: String? { JavaScriptNumber.text(of: self) }
}

extension Optional: MergedText where Wrapped: MergedText {
    var mergeText: String? { flatMap(\.mergeText) }
}

extension [String]: MergedText {
    var mergeText: String? { joined(separator: ", ") }
}

extension YAMLValue: MergedText {
    var mergeText: String? {
        if case .string(let text) = self { return text }
        return emitted().trimmingWhitespace()
    }
}
