/// A single difference of two JSON bodies.
public struct JSONDifference: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case added
        case removed
        /// Another value of the same type.
        case changed
        /// A value of another type.
        case typeChanged
        /// The same value is at another place of the same array.
        case moved
    }

    public var kind: Kind
    /// The path in the old body; nil for added values.
    public var oldPath: JSONPath?
    /// The path in the new body; nil for removed values. Inserted elements before it change its numbers.
    public var newPath: JSONPath?
    /// The bytes of the value in the old body, as they were sent; nil for added values.
    public var oldPlace: Range<Int>?
    /// The bytes of the value in the new body; nil for removed values.
    public var newPlace: Range<Int>?
    /// The rule that ignores the difference; nil if none does.
    public var ignoredBy: IgnoreRule?

    /// The path in the new body; for removed values, in the old one.
    public var path: JSONPath { newPath ?? oldPath ?? JSONPath() }
}

/// A remark that is reported, but is not a difference: the bodies mean the same there.
public struct JSONNote: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// The members of an object are in another order.
        case memberOrder
        /// The elements of an array that is compared by a key are in another order.
        case elementOrder
        /// The same number is written differently: 1.0 for 1.
        case numberSpelling
        /// The same text is written differently: `\u0041` for `A`.
        case textSpelling
        /// The array has too many elements to align them: they were compared by position.
        case tooLongToAlign
    }

    public var kind: Kind
    /// The path in the new body.
    public var path: JSONPath
    public var oldPlace: Range<Int>
    public var newPlace: Range<Int>
}

/// The options for comparing JSON.
public struct JSONComparisonOptions: Sendable, Hashable {
    /// The way in which the elements of an array are paired.
    public enum ArrayMatching: Sendable, Hashable {
        /// Pairs equal elements in their longest common order; the rest by a member that identifies elements, by likeness, by position. One
        /// inserted element is one difference.
        case alignment
        /// Pairs the first with the first, and so on.
        case position
        /// Pairs elements by the value of a member, wherever they are. Elements without it are paired in their order.
        case key(String)
    }

    /// The matching of arrays that ``arrays`` does not name. Default: ``ArrayMatching/alignment``, as the first element of most responses is the
    /// newest: by position everything after it would differ.
    public var arrayMatching = ArrayMatching.alignment
    /// The matching of arrays by path; the first rule that fits applies. Default: none.
    public var arrays: [ArrayRule] = []
    /// Whether 1.0 equals 1. Default: true. Every digit counts in either case.
    public var comparesNumbersByValue = true
    /// Whether only members and types count, not values: every element of an array has to look like one of the old ones, however many there
    /// are. A member that only some of the old elements have may be missing; if the old body has only null, or an empty array, anything
    /// is accepted. Default: false.
    public var comparesShapes = false
    /// The most differences that are listed; the others are counted. Default: 100,000.
    public var maximumDifferences = 100_000
    /// The most notes that are listed. Default: 1,000.
    public var maximumNotes = 1000
    /// The most elements of an array that are aligned; longer arrays are compared by position after their common start. Default: 2,097,152, each
    /// of some hundred bytes of memory while its array is compared.
    public var maximumAligned = 1 << 21
    /// The seed of fingerprints; pass a random number if an attacker could gain from bodies that seem equal.
    public var seed: UInt64 = 0x9E37_79B9_7F4A_7C15

    public init() {}
}

/// A rule for pairing the elements of some arrays.
public struct ArrayRule: Sendable, Hashable, CustomStringConvertible {
    /// The path of the array itself: "$.items".
    public var path: PathPattern
    public var matching: JSONComparisonOptions.ArrayMatching

    public init(path: PathPattern, matching: JSONComparisonOptions.ArrayMatching) {
        (self.path, self.matching) = (path, matching)
    }

    /// Reads a rule of a file: a path, and the name of a member, or `(position)`, or `(alignment)`.
    ///
    /// - Throws: ``IgnoreRuleError`` if one of them is invalid.
    public init(path: String, matching: String) throws(IgnoreRuleError) {
        self.path = try PathPattern(path.trimmed)
        switch matching.trimmed {
        case "":
            throw IgnoreRuleError(text: path, reason: "name the member that identifies the elements, as in `id`")
        case "(position)": self.matching = .position
        case "(alignment)": self.matching = .alignment
        case let name: self.matching = .key(name)
        }
    }

    /// The second part of a rule in a file: "id", "(position)".
    public var matchingText: String {
        switch matching {
        case .alignment: "(alignment)"
        case .position: "(position)"
        case .key(let name): name
        }
    }

    /// The rule in words: "$.items: id".
    public var description: String { "\(path): \(matchingText)" }
}
