/// `diff:` of `microscope.yaml`: what counts as no difference between two responses. The texts are as the file has them; what they mean, the
/// comparison says.
public struct DifferenceSettings: Sendable, Hashable {
    /// Paths, patterns and lines: "$.items[*].updatedAt", "pattern: uuid".
    public var ignore: [String] = []
    /// Names of headers; `*` is any characters.
    public var headers: [String] = []
    /// The rules by which the elements of arrays are paired, in the file's order.
    public var arrays: [ArrayRule] = []

    /// A rule that pairs the elements of an array by a member.
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
    /// Returns the settings for the responses of a request: its own rules, and then those of the whole collection.
    ///
    /// - Parameter path: The path of the request; nil for the rules of the collection alone.
    public func differenceSettings(of path: ItemPath?) -> DifferenceSettings {
        let own = path.flatMap { differences[$0] } ?? DifferenceSettings()
        return DifferenceSettings(
            ignore: own.ignore + collectionDifferences.ignore, headers: own.headers + collectionDifferences.headers,
            arrays: own.arrays + collectionDifferences.arrays)
    }
}
