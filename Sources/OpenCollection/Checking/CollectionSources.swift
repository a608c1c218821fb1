public import GraphQL

/// The files of a collection's directory as they are, for a check: also those that loading passes over.
public struct CollectionSources: Sendable {
    public struct File: Sendable {
        public var path: ItemPath
        public var content: Content

        public init(_ path: ItemPath, _ content: Content) {
            self.path = path
            self.content = content
        }
    }

    public enum Content: Sendable {
        case text(String)
        /// Why it cannot be read: "it is not UTF-8", and what to do.
        case unreadable(String, fix: String = "nothing of it can be checked before")
        /// A file that is not read; only its name matters.
        case notRead
    }

    /// The files in any order: every `.yml` and `.yaml`, and the files of Bruno's older format.
    public var files: [File]
    /// The problems found while the files were read.
    public var problems: [CheckProblem]
    /// The text of a request's GraphQL schema: that of a file, else what is kept of its server. Nil: nothing is known of it; a failure: why not.
    public var schema: @Sendable (_ request: ItemPath, _ file: String?) -> Result<String, GraphQLSchemaProblem>? = {
        _, _ in
        nil
    }
    /// Whether a file or directory exists, by its path from the collection's root, or an absolute one.
    public var exists: @Sendable (String) -> Bool

    public init(
        files: [File], problems: [CheckProblem] = [], exists: @escaping @Sendable (String) -> Bool
    ) {
        self.files = files
        self.problems = problems
        self.exists = exists
    }
}
