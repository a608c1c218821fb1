public import BodyStore
public import BodyView

/// The differences of two bodies, in the form that fits them both.
public enum BodyDifference: Sendable {
    /// Every byte is the same.
    case equal
    case json(JSONDifferences)
    /// - Parameter reason: The reason why they were not compared as JSON though one of them claims to be: "the new body is not JSON: line 1, column
    ///   5: expected a value, found `}`"; nil if none does.
    case text(TextDifference, reason: String?)
    case binary(BinaryDifference)
    /// One of them was not kept, or is incomplete: the reason why they were not compared.
    case unknown(String)

    /// The number of differences that count; different bytes count as one.
    public var countedCount: Int {
        switch self {
        case .equal, .unknown: 0
        case .json(let differences): differences.countedCount
        case .text(let difference, _): difference.countedCount
        case .binary(let difference): difference.isEmpty ? 0 : 1
        }
    }

    public var ignoredCount: Int {
        switch self {
        case .equal, .binary, .unknown: 0
        case .json(let differences): differences.ignoredCount
        case .text(let difference, _): difference.ignoredCount
        }
    }
}

/// Compares two bodies, as JSON, by lines or by bytes: reads both, so it needs its own thread.
public struct BodyDifferencing: Sendable {
    public let old: BodyStore
    public let new: BodyStore
    /// The value of the `Content-Type` field; nil if there is none.
    public var oldType: String?
    public var newType: String?
    public var rules = IgnoreRules.standard
    public var options = JSONComparisonOptions()

    /// - Parameters:
    ///   - old: The old body, finished, in UTF-8 if it is text.
    ///   - new: The new body, finished, in UTF-8 if it is text.
    public init(old: BodyStore, new: BodyStore) { (self.old, self.new) = (old, new) }

    /// Compares the bodies; nil if cancelled.
    public func run(isCancelled: () -> Bool = { false }) -> BodyDifference? {
        guard old.isFinished, new.isFinished else { return .unknown("a body has not ended yet") }
        if isEqual() { return .equal }
        let kinds = (kind(of: old, oldType), kind(of: new, newType))
        switch kinds {
        case (.json, .json): return json(isSequence: false, isCancelled)
        case (.jsonLines, .jsonLines), (.json, .jsonLines), (.jsonLines, .json):
            return json(isSequence: true, isCancelled)
        case (let one, let other) where options.comparesShapes && one == other: return .equal
        case (.hex, _), (_, .hex):
            return BinaryDifference(old: old, new: new, isCancelled: isCancelled).map(BodyDifference.binary)
        case (let one, let other): return text(one == other && one != .table ? one : .text, nil, isCancelled)
        }
    }

    private func isEqual() -> Bool {
        guard old.count == new.count else { return false }
        if let one = old.sha256, let other = new.sha256 { return one == other }
        return old.withBytes(in: 0..<old.count) { old in
            new.withBytes(in: 0..<new.count) { old.count == self.old.count && old.elementsEqual($0) }
        }
    }

    private func kind(of store: BodyStore, _ type: String?) -> BodyKind {
        BodyKind.detect(contentType: type, head: store.copy(0..<BodyKind.headLength))
    }

    private func json(isSequence: Bool, _ isCancelled: () -> Bool) -> BodyDifference? {
        var comparison = JSONComparison(old: old, new: new)
        (comparison.isSequence, comparison.options, comparison.rules) = (isSequence, options, rules)
        switch comparison.run(isCancelled: isCancelled) {
        case nil: return nil
        case .compared(let differences)?: return .json(differences)
        case .notJSON(let one, let other)?: return text(.text, reason(one, other), isCancelled)
        }
    }

    private func reason(_ old: BodyFault?, _ new: BodyFault?) -> String {
        let faults = [old.map { "the old body is not JSON: \($0)" }, new.map { "the new body is not JSON: \($0)" }]
        return faults.compactMap { $0 }.joined(separator: "; ")
    }

    private func text(_ kind: BodyKind, _ reason: String?, _ isCancelled: () -> Bool) -> BodyDifference? {
        guard let one = document(old, kind, isCancelled), let other = document(new, kind, isCancelled) else {
            return nil
        }
        var comparison = TextComparison(old: one, new: other)
        comparison.rules = rules
        guard let difference = comparison.run(isCancelled: isCancelled) else { return nil }
        guard difference.isEmpty else { return .text(difference, reason: reason) }
        // Their layouts are equal, but their bytes are not: then the lines as sent are compared, and at last the bytes.
        guard kind == .text else { return text(.text, reason, isCancelled) }
        return BinaryDifference(old: old, new: new, isCancelled: isCancelled).map(BodyDifference.binary)
    }

    private func document(_ store: BodyStore, _ kind: BodyKind, _ isCancelled: () -> Bool) -> BodyDocument? {
        BodyDocument(whole: store, kind: kind, isCancelled: isCancelled)
    }
}

extension BodyDocument {
    /// Creates the document of a finished body, read to its end; nil if cancelled.
    public init?(whole store: BodyStore, kind: BodyKind, isCancelled: () -> Bool = { false }) {
        self.init(store: store, kind: kind)
        while !index.isComplete {
            let before = index.scannedBytes
            if isCancelled() { return nil }
            let progress = index.extend(over: store, budget: 1 << 22)
            if progress.scannedBytes == before, !progress.isComplete { return }
        }
    }
}
