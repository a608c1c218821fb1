/// The output of `version --json`: the program and the libraries that it uses.
public struct VersionReport: Sendable {
    public struct Library: Sendable {
        public var name: String
        /// The version; nil if the library is not installed, or does not say.
        public var version: String?
        public var isInstalled: Bool
        /// Whether the library has something that says its version.
        public var statesVersion: Bool
        /// Features that it was built with, each with its version if that is known.
        public var features: [String]

        public init(
            _ name: String, version: String?, isInstalled: Bool, statesVersion: Bool = true, features: [String] = []
        ) {
            (self.name, self.version, self.isInstalled, self.features) = (name, version, isInstalled, features)
            self.statesVersion = statesVersion
        }
    }

    private let version: String
    /// The commit that it was built from; nil if it is not known.
    private let commit: String?
    private let libraries: [Library]

    public init(version: String, commit: String?, libraries: [Library]) {
        (self.version, self.commit, self.libraries) = (version, commit, libraries)
    }

    public func writeJSON(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        try JSONWriter.object(to: sink) { json in
            try json.members([("version", version), ("commit", commit)])
            try json.array("libraries", libraries) { library in
                try json.object {
                    try json.members([("name", library.name), ("version", library.version)])
                    try json.member("installed", library.isInstalled)
                    try json.member("statesVersion", library.statesVersion)
                    try json.array("features", library.features) { try json.string($0) }
                }
            }
        }
    }
}
