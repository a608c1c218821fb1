/// One YAML document: its text, unchanged, and its tree.
///
/// Equality is that of the text.
public struct YAMLDocument: Sendable, Hashable {
    /// The text as it was given: byte order mark, line endings and comments included.
    public let text: String
    /// The tree. An empty document is a null scalar.
    public let root: YAMLNode
    /// The reason why the text cannot be edited although it can be read; nil when it can be edited.
    public let readOnlyReason: String?

    public var isEditable: Bool { readOnlyReason == nil }

    /// - Throws: ``YAMLSyntaxError`` at the first thing that is no YAML, at a duplicate key, at an alias without
    ///   anchor, and at a second document.
    public init(text: String) throws(YAMLSyntaxError) {
        try self.init(text: text, source: SourceText(text))
    }

    /// Reads a text that another program wrote: its mappings may have a key more than once, and it may have four times as many keys and values.
    /// It cannot be edited.
    ///
    /// - Throws: ``YAMLSyntaxError`` as for other texts.
    public init(textWithRepeatedKeys text: String) throws(YAMLSyntaxError) {
        try self.init(text: text, source: SourceText(text), allowsRepeatedKeys: true)
    }

    /// - Throws: ``YAMLSyntaxError``, also at the first byte that is no UTF-8.
    public init(bytes: some Collection<UInt8>) throws(YAMLSyntaxError) {
        let bytes = ContiguousArray(bytes)
        let source = SourceText(bytes: bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        // Decoding repairs what is no UTF-8, so only valid text comes back the same.
        if !text.utf8.elementsEqual(bytes) {
            let offset = zip(text.utf8, bytes).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            throw source.error("a byte that is no UTF-8; expected UTF-8 text", at: offset ?? bytes.count)
        }
        try self.init(text: text, source: source)
    }

    private init(text: String, source: SourceText, allowsRepeatedKeys: Bool = false) throws(YAMLSyntaxError) {
        self.text = text
        do throws(YAMLSyntaxError) {
            var builder = TreeBuilder(
                source, allowsRepeatedKeys: allowsRepeatedKeys,
                nodeLimit: TreeBuilder.nodeLimit * (allowsRepeatedKeys ? 4 : 1))
            root = try builder.build()
            readOnlyReason = allowsRepeatedKeys ? "keys may be there more than once" : nil
        } catch {
            guard let reading = LongKeyReading(source, after: error) else { throw error }
            root = reading.root
            readOnlyReason = reading.reason
        }
    }

    public static func == (left: YAMLDocument, right: YAMLDocument) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}
