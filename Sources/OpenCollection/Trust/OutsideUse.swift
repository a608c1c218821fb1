import Quoting

/// Something outside of itself that a collection asks for: a program that it would run, a file elsewhere that it would read.
///
/// Nothing of it happens before a person has agreed.
public struct OutsideUse: Sendable, Hashable {
    public var demand: Demand
    /// What it is for, for people: "secret TOKEN", "body of users/photo.yml". Of no account for what was agreed to.
    public var purpose: String
    /// Where the links of a file's path lead, when it is another place than it says; nil: nobody looked, or nowhere else.
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
        /// Credentials that went elsewhere until now.
        case present(PresentedCredential)
    }

    public init(_ demand: Demand, for purpose: String) {
        self.demand = demand
        self.purpose = purpose
    }

    /// One line, in which the end of each word can be seen: "run `pass show api/token` (secret TOKEN)".
    public var text: String {
        let what =
            switch demand {
            case .run(let words): "run \(words.map(ShellQuoting.word).joined(separator: " "))"
            case .keyring(let attributes):
                "look in the keyring for \(attributes.map { "\($0.name)=\($0.value)" }.joined(separator: ", "))"
            case .read(let path): "read \(path)\(target.map { ", which is \($0)" } ?? "")"
            case .takeKeys(let path): "take keys from \(path)"
            case .present(let credential): credential.text
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
    /// That is read.
    public var file: String? {
        switch self {
        case .read(let path), .takeKeys(let path): path
        case .run, .keyring, .present: nil
        }
    }
}

extension OutsideUse {
    /// A file of the collection itself; it lies elsewhere only as a link.
    public static func file(_ path: ItemPath) -> OutsideUse {
        OutsideUse(.read(path.text), for: "file of the collection")
    }

    /// Of profiles that sign requests.
    public static func awsKeys(in path: String) -> OutsideUse { OutsideUse(.takeKeys(path), for: "AWS profiles") }
}

/// Credentials on their way to an origin.
public struct PresentedCredential: Sendable, Hashable {
    /// "Authorization".
    public var name: String
    /// The file in which they stand.
    public var holder: String
    /// Nil: none is chosen.
    public var environment: String?
    /// `https://api.example:8443`, the port only where it is not the scheme's.
    public var origin: String
    /// Origins that they went to before.
    public var before: [String] = []

    public init(_ name: String, in holder: String, environment: String?, to origin: String) {
        self.name = name
        self.holder = holder
        self.environment = environment
        self.origin = origin
    }

    fileprivate var text: String {
        "send \(name) to \(origin)\(before.isEmpty ? "" : ", until now to \(before.joined(separator: ", "))")"
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

/// Where the value of a secret comes from when it is asked for: `secrets` in `microscope.yaml`.
public enum SecretSource: Sendable, Hashable {
    /// A program that prints it, and its arguments; started without a shell, in the collection's directory.
    case command([String])
    /// An entry of the desktop's keyring.
    case keyring([KeyringAttribute])

    /// What it takes to ask there.
    public func use(for name: String) -> OutsideUse {
        switch self {
        case .command(let words): OutsideUse(.run(words), for: "secret \(name)")
        case .keyring(let attributes): OutsideUse(.keyring(attributes), for: "secret \(name)")
        }
    }
}

extension CompanionFile {
    /// Where a secret's value comes from: what the environment says, then those that it extends, then the collection; nil: nowhere.
    ///
    /// - Parameter chain: names of the environment and those it extends, nearest first.
    public func secretSource(of name: String, in chain: [String]) -> SecretSource? {
        chain.lazy.compactMap { environments[$0]?.secretSources[name] }.first ?? secretSources[name]
    }
}
