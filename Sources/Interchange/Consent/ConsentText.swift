import MicroClient
public import OpenCollection

/// The text of what a collection asks for, which hides nothing: the screen asks with it, and the command line lists it.
public struct ConsentText: Sendable, Hashable {
    /// "run sh -c './fetch prod' (secret TOKEN)", with every character that is not seen, or is taken for another one, spelled out.
    public let text: String
    /// Parts of the text that a reader should notice, each listed separately.
    public let notes: [Note]

    public struct Note: Sendable, Hashable {
        public enum Kind: String, Sendable, Hashable {
            /// The program that runs.
            case program
            /// The part of a host's name that its owner registered, in ASCII: all before it is that owner's choice.
            case domain
            /// A host's name in ASCII.
            case host
            /// Words in which letters of several scripts look like those of one, with what is not ASCII spelled out.
            case lookalikes = "letters that look like others"
        }

        public var kind: Kind
        public var value: String

        /// "domain: example.com"
        public var text: String { "\(kind.rawValue): \(value)" }
    }

    public init(_ use: OutsideUse) {
        text = use.text.withoutHiddenCharacters
        notes = Self.notes(of: use.demand) + Self.lookalikes(use.text)
    }

    /// The text on one line, with the notes that are not in the text already.
    public var line: String {
        let added = notes.filter { $0.kind != .program && ($0.kind != .domain || !text.contains("://\($0.value)")) }
        return ([text] + added.map(\.text)).joined(separator: "; ")
    }

    private static func notes(of demand: OutsideUse.Demand) -> [Note] {
        if case .run(let words) = demand, let program = words.first {
            return [Note(kind: .program, value: program.withoutHiddenCharacters)]
        }
        return demand.origins.flatMap { notes(ofOrigin: $0) }
    }

    private static func notes(ofOrigin origin: String) -> [Note] {
        let host = host(of: origin)
        guard let domain = PublicSuffixes.registrableDomain(of: host) else {
            return [Note(kind: .host, value: host.withoutHiddenCharacters)]
        }
        let ascii = PublicSuffixes.canonicalHost(host) ?? host
        let isPlain = host.utf8.elementsEqual(ascii.utf8)
        return [Note(kind: .domain, value: domain)] + (isPlain ? [] : [Note(kind: .host, value: ascii)])
    }

    /// Returns the host, without scheme and port.
    private static func host(of origin: String) -> String {
        let bytes = Array(origin.utf8)
        let place = bytes.firstRange(of: Array("://".utf8)).map { bytes[$0.upperBound...] } ?? bytes[...]
        if place.first == UInt8(ascii: "["), let end = place.firstIndex(of: UInt8(ascii: "]")) {
            return String(decoding: place[...end], as: UTF8.self)
        }
        return String(decoding: place.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
    }

    private static func lookalikes(_ text: String) -> [Note] {
        let words = text.unicodeScalars.split { !$0.properties.isAlphabetic && !$0.isMark }.map { String($0) }
        return words.filter(\.mixesScripts).map { Note(kind: .lookalikes, value: $0.inASCII) }
    }
}

extension OutsideUse.Demand {
    /// The servers to which credentials or requests of scripts go, and the proxy through which they do, as they are shown.
    fileprivate var origins: [String] {
        switch self {
        case .present(let credential):
            [credential.shownOrigin, credential.shownProxy ?? credential.proxy].compactMap { $0 }
        case .script(let demand): demand.origins
        case .connect(.host(let place), let origin): [place, origin]
        case .connect(.socket, _): []
        case .run, .keyring, .read, .takeKeys: []
        }
    }
}
