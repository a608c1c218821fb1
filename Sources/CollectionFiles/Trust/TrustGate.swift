import Digests
public import Foundation
public import OpenCollection
import Quoting

/// Decides what a collection may do outside of its directory: what a person has agreed to, and nothing else.
///
/// Files inside the directory need no agreement. What a symbolic link or `..` leads out to is outside.
public struct TrustGate: Sendable {
    /// The collection's directory, or the one file that holds it.
    let root: URL
    private let store: TrustStore
    let commands: CommandStore
    /// Whether everything is agreed to, for this run only.
    let isOpen: Bool

    /// - Parameter isOpen: Whether everything is agreed to, as `--trust` says; nothing of that is remembered.
    public init(root: URL, directories: MicroscopeDirectories, isOpen: Bool = false) {
        self.root = root
        store = TrustStore(directories: directories)
        commands = CommandStore(directories: directories)
        self.isOpen = isOpen
    }

    /// Returns the uses that a person has to be asked about first.
    ///
    /// - Throws: An error if the agreements, or a program that would be run, cannot be read.
    public func unagreed(_ uses: [OutsideUse]) throws -> [OutsideUse] {
        let outside = uses.filter(isOutside)
        guard !isOpen, !outside.isEmpty else { return [] }
        let agreed = try store.agreed(collection: root.path)
        var firsts = FirstOrigins()
        return try outside.compactMap { try question(about: $0, agreed, &firsts) }
    }

    /// Returns the use to ask about; nil if it is agreed to, or is the first of its kind.
    private func question(
        about use: OutsideUse, _ agreed: TrustStore.Agreed, _ firsts: inout FirstOrigins
    ) throws -> OutsideUse? {
        if let credential = use.credential { return try firsts.question(about: credential, use, agreed) }
        if case .run(let words) = use.demand { return try question(aboutCommand: words, use) }
        return agreed.digests.contains(try digest(of: use)) ? nil : resolvingLinks(use)
    }

    /// Adds the place that links lead to, since a person has to see what is agreed to.
    private func resolvingLinks(_ use: OutsideUse) -> OutsideUse {
        guard let path = use.demand.file, let file = Self.resolved(url(of: path)), file.path != withoutLinks(path)
        else {
            return use
        }
        var resolved = use
        resolved.target = file.path
        return resolved
    }

    /// Returns whether each of these is agreed to; files inside the directory are left out. Nothing is remembered by it.
    ///
    /// - Throws: The errors of ``unagreed(_:)``.
    public func listed(_ uses: [OutsideUse]) throws -> [ListedUse] {
        let agreed = try store.agreed(collection: root.path)
        var firsts = FirstOrigins()
        return try uses.filter(isOutside).map { use in
            if !isOpen, let asked = try question(about: use, agreed, &firsts) { return ListedUse(asked, .asks) }
            return ListedUse(use, use.credential.map(firsts.contains) == true ? .first : .agreed)
        }
    }

    /// Forgets all that was agreed to, and where credentials went: everything is asked again.
    ///
    /// - Throws: An error if that cannot be kept.
    public func forget() throws {
        try store.forget(collection: root.path)
        try commands.forget(collection: root.path)
    }

    /// Remembers where secrets of the collection go that have not been anywhere yet; those that have stay as they are.
    ///
    /// - Throws: An error if that cannot be kept.
    public func noteFirstOrigins(_ uses: [OutsideUse]) throws {
        let credentials = uses.compactMap(\.credential)
        guard !isOpen, !credentials.isEmpty else { return }
        let agreed = try store.agreed(collection: root.path)
        var firsts = FirstOrigins()
        for use in uses { _ = try question(about: use, agreed, &firsts) }
        let first = credentials.filter(firsts.contains)
        if !first.isEmpty { try store.add([], first, collection: root.path) }
    }

    /// Returns whether secrets were at each of these places before, or a person has agreed to it.
    ///
    /// - Throws: An error if the agreements cannot be read.
    public func haveBeen(_ credentials: [PresentedCredential]) throws -> Bool {
        let agreed = try store.agreed(collection: root.path)
        return try credentials.allSatisfy { try agreed.contains($0) }
    }

    /// Remembers that a person has agreed to these.
    ///
    /// - Throws: An error if that cannot be kept; nothing is agreed to then.
    public func agree(to uses: [OutsideUse]) throws {
        try agree(toCommandsOf: uses)
        let digests = try uses.filter { $0.credential == nil && !$0.isCommand }.map(digest)
        try store.add(Set(digests), uses.compactMap(\.credential), collection: root.path)
    }

    /// Returns the use that has to be agreed to before a link in the collection is followed; nil for one that does not lead out, or was agreed to.
    func question(aboutLink path: ItemPath) -> OutsideUse? {
        let use = OutsideUse.file(path)
        do { return try unagreed([use]).first } catch { return use }
    }

    /// Returns the file of a path as the collection gives it, if it may be read: without links on the way.
    ///
    /// - Parameter path: absolute, or relative to the directory.
    /// - Throws: ``UnagreedError`` for a file elsewhere that nobody has agreed to, and when what was agreed to cannot be read.
    public func readableFile(_ path: String, for purpose: String) throws -> URL {
        try readableFile(OutsideUse(.read(path), for: purpose), path)
    }

    /// Returns the same for a file of which only the keys of a profile are taken.
    public func fileOfKeys(_ path: String) throws -> URL { try readableFile(.awsKeys(in: path), path) }

    private func readableFile(_ use: OutsideUse, _ path: String) throws -> URL {
        let unagreed = try unagreed([use])
        guard unagreed.isEmpty else { throw UnagreedError(uses: unagreed) }
        return Self.resolved(url(of: path)) ?? url(of: path)
    }

    /// Returns the path as it would be if nothing on it were a link.
    private func withoutLinks(_ path: String) -> String {
        if path.utf8.first == UInt8(ascii: "/") { return URL(fileURLWithPath: path).standardized.path }
        return (Self.resolved(directory) ?? directory).appendingPathComponent(path).standardized.path
    }

    func url(of path: String) -> URL {
        path.utf8.first == UInt8(ascii: "/") ? URL(fileURLWithPath: path) : directory.appendingPathComponent(path)
    }

    var directory: URL { CollectionLocation.directory(of: root) }

    private func isOutside(_ use: OutsideUse) -> Bool {
        guard let path = use.demand.file else { return true }
        return !Self.isBelow(url(of: path), directory)
    }

    /// Whether a file is in a directory. A file that is not there counts as inside, since it leads nowhere.
    static func isBelow(_ file: URL, _ directory: URL) -> Bool {
        guard let file = resolved(file), let directory = resolved(directory) else { return true }
        return file.path.beginsWithBytes(of: directory.path + "/")
    }

    /// Resolves links and dots as the system follows them, one after the other: without `link` on the disk, `link/../x` means nothing. nil for a file
    /// that is not there.
    static func resolved(_ url: URL) -> URL? {
        guard let path = realpath(url.path, nil) else { return nil }
        defer { free(path) }
        return URL(fileURLWithPath: String(cString: path))
    }

    /// Returns the digest of the words of a use.
    private func digest(of use: OutsideUse) throws -> String {
        var words: [String]
        switch use.demand {
        case .run(let command): words = ["run"] + command
        case .keyring(let attributes): words = ["keyring"] + attributes.flatMap { [$0.name, $0.value] }
        case .present(let credential): words = ["present"] + credential.value.source.words
        case .script(let demand): words = demand.words
        case .connect(let place, let origin): words = ["connect"] + place.words + [origin]
        case .read(let path): words = ["read", (Self.resolved(url(of: path)) ?? url(of: path)).path]
        case .takeKeys(let path): words = ["keys", (Self.resolved(url(of: path)) ?? url(of: path)).path]
        }
        // Lengths keep words apart, whatever is in them.
        let text = words.map { "\($0.utf8.count):\($0)" }.joined()
        return try Digest(of: Array(text.utf8), .sha256).hexadecimal
    }
}

extension OutsideUse {
    fileprivate var isCommand: Bool { if case .run = demand { true } else { false } }
}

/// The first destinations of secrets that have not been sent anywhere yet. Each has one first origin: a second one is asked about.
private struct FirstOrigins {
    private var origins: [ValueSource: String] = [:]

    func contains(_ credential: PresentedCredential) -> Bool {
        credential.isDirect && origins[credential.value.source] == credential.origin
    }

    /// Returns the use to ask about; nil if it is agreed to, or goes to its first origin now.
    mutating func question(
        about credential: PresentedCredential, _ use: OutsideUse, _ agreed: TrustStore.Agreed
    ) throws -> OutsideUse? {
        let source = credential.value.source
        guard try !agreed.contains(credential), !contains(credential) else { return nil }
        let isNew = try !agreed.knows(source) && origins[source] == nil
        if isNew, source.isOfCollection, credential.isDirect {
            origins[source] = credential.origin
            return nil
        }
        var (asked, further) = (use, credential)
        further.isFurther = credential.isFurther || !isNew
        asked.demand = .present(further)
        return asked
    }
}

/// The uses that have to be agreed to first.
public struct UnagreedError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The uses; never empty.
    public var uses: [OutsideUse]

    public var description: String {
        "This collection would \(uses.map(\.text).joined(separator: "; ")): this is not allowed yet."
    }
}
