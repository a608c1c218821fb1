/// `diff:` of `microscope.yaml`: what counts as no difference between two answers. The texts are as the file has them; what they mean, the
/// comparison says.
public struct DifferenceSettings: Sendable, Hashable {
    /// Paths, patterns and lines: "$.items[*].updatedAt", "pattern: uuid".
    public var ignore: [String] = []
    /// Names of headers; `*` stands for any characters.
    public var headers: [String] = []
    /// How the elements of arrays find each other, in the file's order.
    public var arrays: [ArrayRule] = []

    /// The elements of an array are told apart by a member.
    public struct ArrayRule: Sendable, Hashable {
        /// "$.items"
        public var path: String
        /// A member's name, or a word in parentheses.
        public var matching: String

        public init(_ path: String, _ matching: String) { (self.path, self.matching) = (path, matching) }
    }

    public init(ignore: [String] = [], headers: [String] = [], arrays: [ArrayRule] = []) {
        (self.ignore, self.headers, self.arrays) = (ignore, headers, arrays)
    }

    public var isEmpty: Bool { self == DifferenceSettings() }
}

extension CompanionFile {
    /// What holds for the answers of a request: its own rules, and then those of the whole collection.
    ///
    /// - Parameter path: nil: those of the collection alone.
    public func differenceSettings(of path: ItemPath?) -> DifferenceSettings {
        let own = path.flatMap { differences[$0] } ?? DifferenceSettings()
        return DifferenceSettings(
            ignore: own.ignore + collectionDifferences.ignore, headers: own.headers + collectionDifferences.headers,
            arrays: own.arrays + collectionDifferences.arrays)
    }
}
