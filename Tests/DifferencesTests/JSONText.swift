import BodyStore
import Differences
import Testing

/// Bodies of JSON, and what comparing them says, in few words.
enum JSONText {
    static func compare(
        _ old: String, _ new: String, rules: IgnoreRules = .none, isSequence: Bool = false,
        _ change: (inout JSONComparisonOptions) -> Void = { _ in }
    ) throws -> JSONDifferences {
        var comparison = JSONComparison(old: BodyStore(Array(old.utf8)), new: BodyStore(Array(new.utf8)))
        comparison.rules = rules
        comparison.isSequence = isSequence
        change(&comparison.options)
        guard case .compared(let differences)? = comparison.run() else {
            throw NotJSON(text: "\(old) \(new)")
        }
        return differences
    }

    struct NotJSON: Error { var text: String }

    /// Returns "changed $.a 1 2", a line for each.
    static func lines(_ differences: JSONDifferences) -> [String] {
        differences.map { difference in
            var words = ["\(difference.kind)", "\(difference.path)"]
            if difference.kind == .moved { words[1] = "\(difference.oldPath ?? JSONPath()) \(difference.path)" }
            for (place, side) in [(difference.oldPlace, DifferenceSide.old), (difference.newPlace, .new)] {
                if let text = differences.text(of: place, in: side) { words.append(text) }
            }
            if let rule = difference.ignoredBy { words.append("(\(rule))") }
            return words.joined(separator: " ")
        }
    }
}
