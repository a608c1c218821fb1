import Quoting

/// Something outside of itself that a collection asks for: a program that it would run, a file elsewhere that it would read.
///
/// Nothing of it happens before the user has agreed.
public struct OutsideUse: Sendable, Hashable {
    public var demand: Demand
    /// The purpose for the user: "secret TOKEN", "body of users/photo.yml". It does not matter for what was agreed to.
    public var purpose: String
    /// The real path of a file, if its links lead to another place than the path says; nil if that was not looked up, or they do not.
    public var target: String?
    /// Paths of files of the collection that have changed since a command was agreed to, which it could run or read; empty: none.
    public var changedFiles: [String] = []

    public enum Demand: Sendable, Hashable {
        /// A program and its arguments, started without a shell.
        case run([String])
        /// An entry of the desktop's keyring, by its attributes.
        case keyring([KeyringAttribute])
        /// A file, absolute or relative to the collection's root.
        case read(String)
        /// The keys of a profile in a file, and nothing else of it: to agree to that is not to agree that the file is sent.
        case takeKeys(String)
        /// A secret value that is sent somewhere.
        case present(PresentedCredential)
        /// Scripts that run with a send.
        case script(ScriptDemand)
        /// A connection to another place than the URL's origin.
        case connect(ConnectionDetour, insteadOf: String)
    }

    public init(_ demand: Demand, for purpose: String) {
        self.demand = demand
        self.purpose = purpose
    }

    /// A line in which the end of each word can be seen: "run `pass show api/token` (secret TOKEN)".
    public var text: String {
        let what =
            switch demand {
            case .run(let words): "run \(words.map(ShellQuoting.word).joined(separator: " "))"
            case .keyring(let attributes):
                "look in the keyring for \(attributes.map { "\($0.name)=\($0.value)" }.joined(separator: ", "))"
            case .read(let path): "read \(path)\(target.map { ", which is \($0)" } ?? "")"
            case .takeKeys(let path): "take keys from \(path)"
            case .present(let credential): credential.text
            case .script(let demand): demand.text
            case .connect(let place, let origin): "connect to \(place.text) in place of \(origin)"
            }
        return "\(what) (\(purpose))\(changes)"
    }

    private var changes: String {
        guard let first = changedFiles.first else { return "" }
        let others = changedFiles.count - 1
        return others == 0 ? "; \(first) has changed" : "; \(first) and \(others) more files have changed"
    }
}

extension OutsideUse.Demand {
    /// The path of the file that is read.
    public var file: String? {
        switch self {
        case .read(let path), .takeKeys(let path): path
        case .run, .keyring, .present, .script, .connect: nil
        }
    }
}

extension OutsideUse {
    /// A file of the collection itself; it is elsewhere only as a link.
    public static func file(_ path: ItemPath) -> OutsideUse {
        OutsideUse(.read(path.text), for: "file of the collection")
    }

    /// The files of the collection that say what a request is: its own, those of its folders, and those of the environment and of what it
    /// extends.
    public static func files(
        of path: ItemPath, in collection: Collection, _ environment: EnvironmentDefinition?
    ) -> [OutsideUse] {
        let folders = path.ancestors.filter { $0 != .root }.map(\.folderFile)
        return ([path] + folders + (environment.map(collection.chain(of:)) ?? []).map(\.path)).map(file)
    }

    /// The credential that is presented; nil if it is something else.
    public var credential: PresentedCredential? {
        if case .present(let credential) = demand { credential } else { nil }
    }

    /// Returns the use of profiles that sign requests.
    public static func awsKeys(in path: String) -> OutsideUse { OutsideUse(.takeKeys(path), for: "AWS profiles") }
}

/// A secret value on its way to a server: what is agreed to is its source, the origin, and how the origin is reached.
public struct PresentedCredential: Sendable, Hashable {
    public var value: NamedSource
    /// `https://api.example:8443`, the port only where it is not the scheme's.
    public var origin: String
    /// The origin for the user: with dots in place of secrets in the host's name.
    public var shownOrigin: String
    /// The collection's own proxy on the way, `http://proxy.example:8080`; nil: none, or that of this machine.
    public var proxy: String?
    /// The proxy for the user, as ``shownOrigin``.
    public var shownProxy: String?
    /// Whether the server has to prove who it is, as far as TLS is spoken on the way.
    public var verifiesTLS = true
    /// Further facts of the collection about the way: "connecting to 127.0.0.1:8443".
    public var route: [String] = []
    /// Whether the source has been at another origin, or was reached by another way.
    public var isFurther = false

    public init(_ name: String, of source: ValueSource, to origin: String) {
        value = NamedSource(name, source)
        self.origin = origin
        shownOrigin = origin
    }

    /// Whether nothing but the request itself says how the origin is reached.
    public var isDirect: Bool { proxy == nil && verifiesTLS && route.isEmpty }

    fileprivate var text: String {
        let way = (shownProxy ?? proxy).map { " through the collection's proxy \($0)" } ?? ""
        let check = (route + (verifiesTLS ? [] : ["without checking its certificate"])).map { ", \($0)" }.joined()
        return "send \(value.name) to \(shownOrigin)\(way)\(check)\(isFurther ? ", where it has not been before" : "")"
    }
}

/// `service: my-api` of an entry in the keyring.
public struct KeyringAttribute: Sendable, Hashable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A source that the value of a secret is fetched from: `secrets` in `microscope.yaml`.
public enum SecretSource: Sendable, Hashable {
    /// A program that prints it, and its arguments; started without a shell, in the collection's directory.
    case command([String])
    /// An entry of the desktop's keyring.
    case keyring([KeyringAttribute])

    /// Returns the use that fetching from it needs.
    public func use(for name: String) -> OutsideUse {
        switch self {
        case .command(let words): OutsideUse(.run(words), for: "secret \(name)")
        case .keyring(let attributes): OutsideUse(.keyring(attributes), for: "secret \(name)")
        }
    }
}

extension CompanionFile {
    /// Returns the source of a secret's value: the environment's, then those of the ones that it extends, then the collection's; nil if none.
    ///
    /// - Parameter chain: names of the environment and those it extends, nearest first.
    public func secretSource(of name: String, in chain: [String]) -> SecretSource? {
        chain.lazy.compactMap { environments[$0]?.secretSources[name] }.first ?? secretSources[name]
    }
}
