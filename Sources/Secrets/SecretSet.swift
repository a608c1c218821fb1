/// The secrets of one send: values under their names, the header fields that are made of them, and the places where they were put in what was sent,
/// however short they are.
///
/// The renderer begins it. Tokens, captured values and the secrets of logging in are added while it is sent. Code that shows, logs or keeps something
/// of the send hides them.
public struct SecretSet: Sendable, Hashable {
    /// The values that the send was made of, each once under each of its names, in the order in which they became known.
    public private(set) var named: [NamedSecret] = []
    /// Values that were made for the send: tokens, and those that logging in used and captured.
    public private(set) var issued: [String] = []
    /// Names of header fields that are made of secrets, in lower case.
    public var fieldNames: Set<String> = []
    /// Names of such header fields in the request for a token.
    package var tokenFieldNames: Set<String> = []
    /// Texts of credentials that hold secrets, by their bytes.
    private var texts: [[UInt8]: SecretText] = [:]
    /// The requests as they were made. One may have been made more than once, as after logging in: each making has places of its own.
    var requestPlaces: [RequestPlaces] = []

    public init(_ named: some Sequence<NamedSecret> = [], fieldNames: Set<String> = []) {
        self.fieldNames = fieldNames
        insert(named)
    }

    public mutating func insert(_ secrets: some Sequence<NamedSecret>) {
        var known = Set(named)
        named += secrets.filter { !$0.value.isEmpty && known.insert($0).inserted }
    }

    public mutating func insert(issued values: some Sequence<String>) { issued += values }

    package mutating func insert(_ text: SecretText) {
        if !text.spans.isEmpty { texts[text.bytes] = text }
    }

    /// Returns a text of the credentials with what is secret in it.
    package func text(_ text: String) -> SecretText { texts[Array(text.utf8)] ?? SecretText(text) }

    public mutating func formUnion(_ others: SecretSet) {
        if named != others.named { insert(others.named) }
        if issued != others.issued { issued += others.issued }
        fieldNames.formUnion(others.fieldNames)
        tokenFieldNames.formUnion(others.tokenFieldNames)
        texts.merge(others.texts) { $1 }
        requestPlaces += others.requestPlaces.filter { !requestPlaces.contains($0) }
    }

    public func union(_ others: SecretSet) -> SecretSet {
        var all = self
        all.formUnion(others)
        return all
    }

    package var values: [String] { named.map(\.value) + issued }

    /// Values that are long enough to be distinguished from other text.
    package var longValues: [String] { values.filter { $0.utf8.count >= SecretMatcher.shortest } }

    /// Finds the long values. It takes a while to build, so keep it to use it more than once.
    package var matcher: SecretMatcher { SecretMatcher(longValues) }

    /// Returns the names in a list whose values are too short to be distinguished from other text, in alphabetical order.
    package func shortNames(among names: [String]) -> [String] {
        let short = named.filter { $0.value.utf8.count < SecretMatcher.shortest }.map(\.name)
        return Set(short).intersection(names).sorted()
    }
}

/// A value that must be masked wherever it occurs in what is shown or kept, with its name for people.
public struct NamedSecret: Sendable, Hashable {
    /// The variable's name, or what it is: "password", "token".
    public var name: String
    public var value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Compares bytes, since each spelling has to be found where it is.
    public static func == (left: NamedSecret, right: NamedSecret) -> Bool {
        left.name.utf8.elementsEqual(right.name.utf8) && left.value.utf8.elementsEqual(right.value.utf8)
    }
}

extension NamedSecret: CustomStringConvertible, CustomReflectable {
    /// The name alone.
    public var description: String { name }
    /// The mirror, which leaves out the value.
    public var customMirror: Mirror { Mirror(self, children: ["name": name], displayStyle: .struct) }
}
