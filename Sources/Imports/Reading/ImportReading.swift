import OpenCollection
import Quoting
import YAMLTree

/// A file, or standard input, that is to be imported.
public struct ImportSource: Sendable {
    /// The name in messages.
    public var name: String
    public var bytes: [UInt8]
    /// The files that references of a document can lead to.
    public var nearby: NearbyFiles
    /// Files of a directory that is one collection, by their paths in it.
    public var files: [String: [UInt8]] = [:]
    /// The URL from which it was downloaded, which relative URLs in it are joined to; nil if it was not.
    public var address: String?

    public init(name: String, bytes: [UInt8], nearby: NearbyFiles = .none, address: String? = nil) {
        self.name = name
        self.bytes = bytes
        self.nearby = nearby
        self.address = address
    }

    /// Creates a source of a directory with the `.bru` files of Bruno.
    ///
    /// - Parameter nearby: the files beside them.
    public init(name: String, files: [String: [UInt8]], nearby: NearbyFiles = .none) {
        self.init(name: name, bytes: [], nearby: nearby)
        self.files = files
    }
}

/// Files below the directory of a document, or below one around it.
public struct NearbyFiles: Sendable {
    /// The path of the document's directory in the one whose files are read; empty if it is that one itself.
    public let directory: String
    /// The paths of files in the directory that go with a collection although nothing need name them: scripts and their data.
    public let others: [String]
    /// Returns the content of a file by its path in the directory; nil when there is none that may be read.
    public let read: @Sendable (String) -> [UInt8]?

    public init(
        directory: String = "", others: [String] = [], _ read: @escaping @Sendable (String) -> [UInt8]?
    ) {
        self.directory = directory
        self.others = others
        self.read = read
    }

    public static let none = NearbyFiles { _ in nil }
}

/// Reads the sources of one import together.
public enum ImportReading {
    /// Reads collections with the environments that were given with them. Environments alone are a collection without items.
    ///
    /// - Parameters:
    ///   - format: The format of each source; nil: the one that it looks like.
    ///   - options: The options for OpenAPI documents.
    /// - Throws: ``ImportProblem`` for the first source that cannot be read at all, or when there is no OpenAPI document for the options; what
    ///   is broken within one is a note.
    public static func collections(
        in sources: [RecognizedSource], as format: ImportFormat? = nil, _ options: OpenAPIOptions = OpenAPIOptions()
    ) throws(ImportProblem) -> [ImportedCollection] {
        if options != OpenAPIOptions(), let other = sources.first,
            !sources.contains(where: { (format ?? $0.format) == .openAPI })
        {
            guard let format = format ?? other.format else { throw .unknownFormat(other.name) }
            throw .notOpenAPI(other.name, format, options)
        }
        var parts: [ImportedCollection] = []
        for source in sources { parts += try read(source, as: format, options) }
        return joined(parts)
    }

    private static func read(
        _ source: RecognizedSource, as format: ImportFormat?, _ options: OpenAPIOptions
    ) throws(ImportProblem) -> [ImportedCollection] {
        guard let format = format ?? source.format else {
            throw .unknownFormat(source.name)
        }
        if format == .bruno || format == .brunoEnvironment {
            guard !source.bruno.isEmpty else {
                throw ImportProblem(
                    source.name, "this is not the language of .bru files",
                    advice: "give a .bru file, or the directory of bruno.json")
            }
            var collection = BrunoReader.read(
                source.bruno, isDirectory: source.isDirectory, source: source.name, as: format)
            if source.isDirectory { collection.copyFiles(from: source.nearby) }
            return [collection]
        }
        guard let document = source.document, format.isReadable else {
            let json = "it must be JSON that begins with { or ["
            let advice = format.advice ?? (format == .openAPI ? "it must be JSON or YAML" : json)
            throw ImportProblem(
                source.name, "this is \(format.isReadable ? "not " : "")\(format.titleWithArticle)",
                advice: advice)
        }
        guard document.isObject, format == source.format || format.fits(document) else {
            throw ImportProblem(
                source.name, "this is not \(format.titleWithArticle)", advice: "leave out --as, or name another format")
        }
        switch format {
        case .postmanEnvironment, .postmanGlobals:
            return [
                PostmanReader.environment(document, isGlobal: format == .postmanGlobals, source: source.name)
            ]
        case .openAPI:
            return [
                OpenAPIReader.read(
                    document, source: source.name, nearby: source.nearby, address: source.address, options)
            ]
        case .openCollection:
            var collection = try OpenCollectionReader.read(document, source: source.name)
            collection.copyFiles(from: source.nearby)
            return [collection]
        case .postmanDump: return PostmanReader.parts(ofDump: document, source: source.name)
        default: return [PostmanReader.read(document, source: source.name)]
        }
    }

    /// Adds environments to the first collection.
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

extension ImportReading {
    /// The choices that there are for OpenAPI documents alone.
    public struct OpenAPIOptions: Sendable, Hashable {
        /// The folders of requests; nil: those of tags.
        public var grouping: ImportGrouping?
        /// Whether examples are made from schemas for responses of which the document shows none. Default: false.
        public var makesExamples = false
        /// The directory below which references to files are followed; nil: that of the document.
        public var root: String?

        public init() {}

        /// The names of the options that were given, as a command line spells them.
        public var names: [String] {
            let all = [("--group", grouping != nil), ("--examples", makesExamples), ("--root", root != nil)]
            return all.filter(\.1).map(\.0)
        }
    }
}

extension ImportFormat {
    /// Whether it holds items, and not only variables.
    public var isCollection: Bool {
        self != .postmanEnvironment && self != .postmanGlobals && self != .brunoEnvironment
    }
}

/// A source with the format that its content has.
public struct RecognizedSource: Sendable {
    public let name: String
    /// The format; nil if it is none that is known.
    public let format: ImportFormat?
    /// The content of JSON or YAML; nil for other texts.
    let document: SourceNode?
    /// The files that references of the document can lead to.
    public var nearby: NearbyFiles
    let address: String?
    /// Files of Bruno by their paths.
    private(set) var bruno: [String: [UInt8]] = [:]
    /// Whether the files of Bruno are those of a directory.
    private(set) var isDirectory = false

    /// - Throws: ``ImportProblem`` when it is no text, or begins like JSON and is none, or is YAML with a fault.
    public init(_ source: ImportSource) throws(ImportProblem) {
        (name, nearby, address) = (source.name, source.nearby, source.address)
        guard source.files.isEmpty else {
            (document, format, bruno, isDirectory) = (nil, .bruno, source.files, true)
            return
        }
        let text = try DecodedSource.decode(source.bytes, source: source.name)
        guard Self.beginsLikeJSON(text) else {
            let format = ImportFormat.recognized(text: text)
            guard format != .bruno, format != .brunoEnvironment else {
                bruno = [(name.split(at: "/").last ?? name).bruName: source.bytes]
                (document, self.format) = (nil, format)
                return
            }
            do {
                let document = try Self.yaml(text, name, file: "")
                self.document = document.isObject ? document : nil
                self.format = document.isOpenAPI ? .openAPI : document.openCollectionFormat ?? format
            } catch {
                guard !ImportFormat.isMeantToBeRead(text) else { throw error }
                (document, self.format) = (nil, format)
            }
            return
        }
        do {
            let document = SourceNode(try SourceValue(json: text, source: name))
            (self.document, format) = (document, ImportFormat.recognized(document))
        } catch {
            // YAML may begin with a bracket, too.
            guard let document = try? Self.yaml(text, name, file: ""), document.isOpenAPI else { throw error }
            (self.document, format) = (document, .openAPI)
        }
    }

    /// Reads a file beside a document, in JSON or YAML.
    static func document(_ bytes: [UInt8], name: String, file: String) throws(ImportProblem) -> SourceNode {
        let text = try DecodedSource.decode(bytes, source: name)
        // YAML may begin with a bracket, too.
        if beginsLikeJSON(text), let value = try? SourceValue(json: text, source: name) {
            return SourceNode(value, file: file)
        }
        return try yaml(text, name, file: file)
    }

    private static func beginsLikeJSON(_ text: String) -> Bool {
        text.utf8.first { $0 > 0x20 }.map { "{[".utf8.contains($0) } ?? false
    }

    private static func yaml(_ text: String, _ name: String, file: String) throws(ImportProblem) -> SourceNode {
        do throws(YAMLSyntaxError) {
            return SourceNode(SourceValue(try YAMLDocument(textWithRepeatedKeys: text).root), file: file)
        } catch {
            throw ImportProblem(
                name, at: "\(error.place.line):\(error.place.column)", error.message, advice: "fix the YAML there")
        }
    }
}

extension String {
    /// The name with the extension by which files of Bruno are found.
    fileprivate var bruName: String { endsWithBytes(of: ".bru") ? self : self + ".bru" }
}
