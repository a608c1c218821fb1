public import OpenCollection

/// A file of a collection that git would send: it differs from what others have.
public struct ChangedFile: Sendable, Hashable {
    public enum Change: String, Sendable, Hashable {
        case added, modified, deleted
        /// A file that git does not know yet and does not ignore: the next `git add` would take it.
        case untracked
    }

    /// The path below the collection's root.
    public var path: ItemPath
    public var change: Change
    /// The text on disk; nil if the file is gone, not UTF-8 or very long.
    public var text: String?
    /// The attribute by which git converts it, so that what is sent is not what is looked at: "filter=lfs"; nil: none.
    public var conversion: String?

    public init(path: ItemPath, change: Change, text: String?, conversion: String? = nil) {
        self.path = path
        self.change = change
        self.text = text
        self.conversion = conversion
    }
}

/// A review of changed files before they are shared.
public struct SharingReview: Sendable, Hashable {
    public var files: [File]

    public struct File: Sendable, Hashable {
        public var path: ItemPath
        public var change: ChangedFile.Change
        /// "request", "environment", "folder", "collection", "policies", "text", or the kind that the file names: "script".
        public var kind: String
        /// The shown name; nil if the file has none.
        public var name: String?
        public var secrets: [Secret] = []
        /// The files that it names, as written.
        public var namedFiles: [String] = []
        /// The hosts of its URLs, as written: a variable counts as one.
        public var hosts: [String] = []
        /// The kinds of the scripts within it: "tests".
        public var scripts: [String] = []
        /// The attribute by which git converts it before it is sent: "filter=lfs"; nil: none.
        public var conversion: String?
    }

    /// A literal that looks like a secret; its text is not in here.
    public struct Secret: Sendable, Hashable {
        /// The line, 1-based.
        public var line: Int
        public var column: Int
        /// The key that holds it: "http.headers[0].value"; empty outside a tree.
        public var key: String
        public var reason: String
    }

    /// - Parameter publicNames: `notSecret` of the collection's `microscope.yaml`.
    public init(of files: [ChangedFile], publicNames: Set<String> = []) {
        self.files = files.map { FileReview.of($0, publicNames: publicNames) }
    }

    public var secretCount: Int { files.map(\.secrets.count).reduce(0, +) }
}
