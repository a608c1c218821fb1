/// One thing in which two JSON bodies differ.
public struct JSONDifference: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case added
        case removed
        /// Another value of the same type.
        case changed
        /// A value of another type.
        case typeChanged
        /// The same value stands at another place of the same array.
        case moved
    }

    public var kind: Kind
    /// In the old body; nil for what was added.
    public var oldPath: JSONPath?
    /// In the new body; nil for what was removed. Where elements came before it in the meantime, its numbers are others than the old ones.
    public var newPath: JSONPath?
    /// The bytes of the value in the old body, as they were sent; nil for what was added.
    public var oldPlace: Range<Int>?
    /// The bytes of the value in the new body; nil for what was removed.
    public var newPlace: Range<Int>?
    /// What makes it count as no difference; nil: nothing does.
    public var ignoredBy: IgnoreRule?

    /// In the new body; of what is gone, in the old one.
    public var path: JSONPath { newPath ?? oldPath ?? JSONPath() }
}

/// What is told, and is no difference: the bodies mean the same there.
public struct JSONNote: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// The members of an object stand in another order.
        case memberOrder
        /// The elements of an array that is compared by a key stand in another order.
        case elementOrder
        /// The same number is written otherwise: 1.0 for 1.
        case numberSpelling
        /// The same text is written otherwise: `\u0041` for `A`.
        case textSpelling
        /// The array has too many elements to align them: they were compared by position.
        case tooLongToAlign
    }

    public var kind: Kind
    /// In the new body.
    public var path: JSONPath
    public var oldPlace: Range<Int>
    public var newPlace: Range<Int>
}

/// How JSON is compared.
public struct JSONComparisonOptions: Sendable, Hashable {
    /// How the elements of an array find each other.
    public enum ArrayMatching: Sendable, Hashable {
        /// Equal elements in the order that both share; what is left between pairs up by a member that tells elements apart, by likeness, by position. One
        /// inserted element is one difference.
        case alignment
        /// The first with the first, and so on.
        case position
        /// By the value of a member of each element, wherever they stand. Elements without it pair up in their order.
        case key(String)
    }

    /// For arrays that ``arrays`` does not name. Default: ``ArrayMatching/alignment``, as what comes first in most answers is the newest:
    /// by position everything behind it would differ.
    public var arrayMatching = ArrayMatching.alignment
    /// By path; of several that fit, the first one holds. Default: none.
    public var arrays: [ArrayRule] = []
    /// Whether 1.0 equals 1. Default: true. Every digit counts in either case.
    public var comparesNumbersByValue = true
    /// Whether only members and types count, and no values: every element of an array has to look like one of the old ones, however many there
    /// are. A member that only some of the old elements have may be missing; where the old body has null alone, or an empty array, anything
    /// may come. Default: false.
    public var comparesShapes = false
    /// At most so many differences are listed; the others are counted. Default: 100,000.
    public var maximumDifferences = 100_000
    /// Default: 1,000.
    public var maximumNotes = 1000
    /// Arrays of more elements are compared by position behind what both begin with. Default: 2,097,152, each of some hundred bytes of memory
    /// while its array is compared.
    public var maximumAligned = 1 << 21
    /// What fingerprints begin with; hand in a random number where somebody could gain from bodies that seem the same.
    public var seed: UInt64 = 0x9E37_79B9_7F4A_7C15

    public init() {}
}

/// How the elements of some arrays find each other.
public struct ArrayRule: Sendable, Hashable, CustomStringConvertible {
    /// Of the array itself: "$.items".
    public var path: PathPattern
    public var matching: JSONComparisonOptions.ArrayMatching

    public init(path: PathPattern, matching: JSONComparisonOptions.ArrayMatching) {
        (self.path, self.matching) = (path, matching)
    }

    /// As a file has it: a path, and the name of a member, or `(position)`, or `(alignment)`.
    ///
    /// - Throws: ``IgnoreRuleError`` when one of them is none.
    public init(path: String, matching: String) throws(IgnoreRuleError) {
        self.path = try PathPattern(path.trimmed)
        switch matching.trimmed {
        case "":
            throw IgnoreRuleError(text: path, reason: "say by which member the elements are told apart, as in `id`")
        case "(position)": self.matching = .position
        case "(alignment)": self.matching = .alignment
        case let name: self.matching = .key(name)
        }
    }

    /// The second part of what a file has: "id", "(position)".
    public var matchingText: String {
        switch matching {
        case .alignment: "(alignment)"
        case .position: "(position)"
        case .key(let name): name
        }
    }

    /// "$.items: id"
    public var description: String { "\(path): \(matchingText)" }
}
