import OpenCollection
import Quoting

/// A file, or standard input, that is to be imported.
public struct ImportSource: Sendable {
    /// For messages.
    public var name: String
    public var bytes: [UInt8]

    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

/// What several sources of one import hold together.
public enum ImportReading {
    /// The format of a source, by its content; nil when it is none that is known.
    ///
    /// - Throws: ``ImportProblem`` when it is no text, or begins like JSON and is none.
    public static func format(of source: ImportSource) throws(ImportProblem) -> ImportFormat? {
        try Recognized(source).format
    }

    /// Reads collections with the environments that were given with them. Environments alone are a collection without items.
    ///
    /// - Parameter format: what each source is; nil: what it looks like.
    /// - Throws: ``ImportProblem`` for the first source that cannot be read at all; what is broken within one is a note.
    public static func collections(
        in sources: [ImportSource], as format: ImportFormat? = nil
    ) throws(ImportProblem) -> [ImportedCollection] {
        var parts: [ImportedCollection] = []
        for source in sources { parts += try read(source, as: format) }
        return joined(parts)
    }

    private static func read(
        _ source: ImportSource, as format: ImportFormat?
    ) throws(ImportProblem) -> [ImportedCollection] {
        let recognized = try Recognized(source)
        guard let format = format ?? recognized.format else {
            throw ImportProblem(
                source.name, "its format is not known",
                advice: "there are: \(ImportFormat.readable.map(\.title).joined(separator: ", "))")
        }
        guard let document = recognized.document, format.isReadable else {
            let advice = format.advice ?? "it must be JSON that begins with { or ["
            throw ImportProblem(
                source.name, "this \(format.isReadable ? "is no" : "is a") \(format.title)", advice: advice)
        }
        guard document.isObject else {
            throw ImportProblem(source.name, at: "1:1", "expected an object", advice: "it is no \(format.title)")
        }
        switch format {
        case .postmanEnvironment, .postmanGlobals:
            return [
                PostmanReader.environment(document, isGlobal: format == .postmanGlobals, source: source.name)
            ]
        case .postmanDump: return PostmanReader.dump(document, source: source.name)
        default: return [PostmanReader.read(document, source: source.name)]
        }
    }

    /// Environments join the first collection.
    private static func joined(_ parts: [ImportedCollection]) -> [ImportedCollection] {
        var collections = parts.filter { $0.format.isCollection }
        let others = parts.filter { !$0.format.isCollection }
        guard var first = collections.first ?? others.first else { return [] }
        for part in collections.isEmpty ? Array(others.dropFirst()) : others {
            first.environments += part.environments
            first.sourceCounts += part.sourceCounts
            first.notes += part.notes
        }
        if collections.isEmpty { collections = [first] } else { collections[0] = first }
        return collections
    }
}

extension ImportFormat {
    /// Whether it holds items, and not only variables.
    public var isCollection: Bool { self != .postmanEnvironment && self != .postmanGlobals }
}

/// A source with its format.
private struct Recognized {
    var format: ImportFormat?
    /// Nil for what is no JSON.
    var document: SourceNode?

    init(_ source: ImportSource) throws(ImportProblem) {
        let text = try SourceText.decode(source.bytes, source: source.name)
        if let first = text.utf8.first(where: { $0 > 0x20 }), "{[".utf8.contains(first) {
            let document = SourceNode(try SourceValue(json: text, source: source.name))
            self.document = document
            format = ImportFormat.recognized(document)
        } else {
            format = ImportFormat.recognized(text: text)
        }
    }
}
