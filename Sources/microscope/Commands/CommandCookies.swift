import CollectionFiles
import CollectionRunner
import MicroClient

/// The cookies of the environment that a command sends to: the same that the explorer has.
struct CommandCookies {
    private let jars: CookieJars
    private let environmentName: String?
    let use: CookieUse

    /// - Parameter isUsed: false: none are sent, none kept.
    init(_ opened: OpenedCollection, isUsed: Bool, processEnvironment: [String: String]) {
        jars = CookieJars(
            of: opened.location.root.path, directories: MicroscopeDirectories(environment: processEnvironment))
        environmentName = opened.environment?.name
        use = isUsed ? jars.use(in: environmentName) : .off
    }

    /// Writes down what servers set.
    ///
    /// - Returns: why it could not be, one line; nil when it was.
    func keep() -> String? {
        guard case .jar = use else { return nil }
        return jars.keep(environmentName).problem
    }
}

extension CookieJars {
    /// Kept in the data directory.
    ///
    /// - Parameter collection: path of its directory, or of the one file that holds it.
    convenience init(of collection: String, directories: MicroscopeDirectories) {
        let files = CookieFiles(directories: directories, collection: collection)
        self.init(
            collection: collection,
            keeping: Keeping(read: { try files.read($0) }, change: { try files.change($0, $1) }))
    }
}
