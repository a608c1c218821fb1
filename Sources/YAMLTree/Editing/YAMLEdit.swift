/// One change to a document. Everything it does not name keeps its bytes.
///
/// **Comments.** A comment at the end of a line belongs to the content of that line. Comment lines directly above an
/// entry or item belong to it, and so do comment lines directly below it that are indented deeper than it. What belongs
/// to an entry goes with it when it is removed or moved. A comment that begins the file belongs to the file.
public enum YAMLEdit: Sendable, Hashable {
    /// Replaces a scalar by another, keeping its quoting or block style where the new text allows it.
    case setScalar(YAMLPath, to: YAMLValue)
    /// Replaces a value of any shape by another.
    case setValue(YAMLPath, YAMLValue)
    /// Replaces the value of a key, or adds the key after the lowest of the keys in `after` that exist (at the end when none does), in the
    /// indentation and style of the mapping. A null becomes a mapping.
    case setKey(inMapping: YAMLPath, key: String, YAMLValue, after: [String] = [])
    /// Removes a key with its value. The last one leaves `{}`.
    case removeKey(YAMLPath)
    /// Removes an item of a sequence. The last one leaves `[]`.
    case removeItem(YAMLPath)
    /// Inserts an item so that its index is `at` (0-based; the number of items appends). A null becomes a sequence.
    case insertItem(inSequence: YAMLPath, at: Int, YAMLValue)
    /// Moves an item so that its index is then `to`, with its comments.
    case moveItem(inSequence: YAMLPath, from: Int, to: Int)
    /// Gives a key another text; its value and comments stay, and it keeps its place and its quotes.
    case renameKey(YAMLPath, to: String)
    /// Inserts what the item at a path says into a sequence, so that its index there is `at`. From one sequence of lines into
    /// another it comes with its comments and styles; else as ``insertItem(inSequence:at:_:)`` writes it.
    case copyItem(YAMLPath, inSequence: YAMLPath, at: Int)
}

/// The reason why a change was not made. The document is as it was.
public struct YAMLEditError: Error, Sendable, Hashable {
    public enum Code: Sendable, Hashable {
        /// There is nothing at the path.
        case notFound
        /// The node at the path is not of the kind that the edit needs.
        case wrongShape
        /// An index beyond the items.
        case outOfRange
        /// The value is named by an anchor or reached by an alias: a change would change other places too.
        case shared
        /// The document can only be read.
        case readOnly
        /// The change cannot be written as text without changing something else.
        case unwritable
    }

    public let code: Code
    public let path: YAMLPath
    /// The reason for a person, without the path.
    public let reason: String

    init(_ code: Code, _ path: YAMLPath, _ reason: String) {
        self.code = code
        self.path = path
        self.reason = reason
    }
}

extension YAMLEditError: CustomStringConvertible {
    public var description: String { "\(path): \(reason)" }
}
