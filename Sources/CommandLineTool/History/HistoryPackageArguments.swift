import Exchanges
public import Interchange
import OpenCollection

/// The arguments of `history export`.
public struct HistoryExportArguments: Sendable, Hashable {
    public var format = ShareFormat.har
    /// The addresses, and a filter, of the exchanges.
    public var targets = HistoryTargets()
    /// The set whose exchanges are all exported, with its name and its note; nil exports ``targets``.
    public var set: String?
    /// The file that gets the export; nil for standard output.
    public var output: String?
    /// Whether a file that is there already is replaced.
    public var replaces = false
    /// Whether only what is masked is listed.
    public var isPreview = false

    public init() {}

    init(_ reader: ArgumentReader) throws(UsageError) {
        format = try reader.word(.shareFormat) ?? format
        targets.scope = try HistoryArguments.scope(reader)
        targets.addresses = reader.operands.filter { HistoryAddress($0) != nil }
        let words = reader.operands.filter { HistoryAddress($0) == nil }
        targets.filter = words.isEmpty ? nil : HistoryFilter.text(ofWords: words)
        set = reader.value(of: .sharedSet)
        (output, replaces) = try reader.output()
        isPreview = reader.has(.previewMasks)
        if set != nil, !reader.operands.isEmpty {
            throw UsageError("--set already chooses the exchanges", advice: "leave out the exchanges, or --set")
        }
        if set == nil, reader.operands.isEmpty {
            throw UsageError("no exchange is given", advice: "usage: \(reader.syntax.usage); @ is the last one")
        }
    }
}

/// The arguments of `history import`.
public struct HistoryImportArguments: Sendable, Hashable {
    /// The archives; "-" is standard input.
    public var files: [String]
    /// The name of the set of the exchanges; nil takes it from the archive, otherwise from its file.
    public var set: String?
    public var printsJSON = false

    public init(_ files: [String]) { self.files = files }

    init(_ reader: ArgumentReader) throws(UsageError) {
        self.init(reader.operands)
        set = reader.value(of: .importedSet)
        printsJSON = reader.printsJSON
        guard !files.isEmpty else {
            throw UsageError("no archive is given", advice: "usage: \(reader.syntax.usage); - is stdin")
        }
        guard files.count(where: { $0 == "-" }) < 2 else {
            throw UsageError("standard input can be read once", advice: "name a file for the other")
        }
        if let set, set.allSatisfy(\.isWhitespace) {
            throw UsageError("the set has no name", advice: "write --set NAME")
        }
    }
}

extension OptionSyntax {
    static let shareFormat = OptionSyntax(
        name: "--as", value: "FORMAT", summary: "har, curl or markdown",
        words: ShareFormat.allCases.map(\.rawValue), fallback: "har")
    static let sharedSet = OptionSyntax(
        name: "--set", value: "NAME", summary: "the exchanges of this set, with its name and its note")
    static let previewMasks = OptionSyntax(name: "--preview", summary: "only list the masked values, on stderr")
    static let importedSet = OptionSyntax(
        name: "--set", value: "NAME", summary: "the name for its exchanges", fallback: "that of the file")
}

extension CommandSyntax {
    static let historyExport = CommandSyntax(
        topic: .historyExport, summary: "Exports exchanges as HAR, curl or Markdown, their secrets masked.",
        operands: [Operand(name: "ADDRESS|FILTER", isRepeated: true)],
        options: [
            .shareFormat, .privateOutput, .replaceOutput, .sharedSet, .previewMasks, .historyCollection,
            .allCollections, .help,
        ], takesFilter: true,
        details: [
            """
            har is an HTTP archive (HAR 1.2) with an entry for each redirect of each attempt; curl the requests as commands for a POSIX shell; markdown a \
            bug report. An operand that is not an address belongs to a filter; its exchanges come the oldest first.
            """,
            """
            Besides the values that the history masks, all values are masked that look like secrets or are named like one: in URLs and their \
            fragments, header fields, cookies, forms, members of JSON at any depth, elements of XML, JSON Web Tokens and known types of keys. The \
            list on stderr marks values that the history did not mask. It is printed before a file is written, and by --preview. Read it: a \
            secret that neither looks like one nor is named like one is not found.
            """,
        ],
        examples: [
            Example("microscope history export @ -o failing.har", "the last exchange, for a colleague"),
            Example("microscope history export --set outage --as markdown", "a set, for a bug report"),
            Example("microscope history export status:5xx since:2h --as curl", "to repeat in a shell"),
            Example("microscope history export @ --preview", "check first"),
        ])

    static let historyImport = CommandSyntax(
        topic: .historyImport, summary: "Imports the exchanges of HTTP archives into the history.",
        operands: [Operand(name: "FILE", isRequired: true, isRepeated: true)],
        options: [.importedSet, .json("print what was imported as JSON"), .help],
        details: [
            """
            FILE is a HAR of a browser, of a proxy, or of microscope history export; - is standard input. Each entry becomes an exchange \
            without a collection; attempts and redirects that were exported here are combined again. Credentials are masked during the import, \
            and asked for when an exchange is sent again.
            """,
            """
            The exchanges become a set, which keeps them; stdout has its name. Importing the same file again adds nothing. A file that is not \
            an archive ends with 2, and the place of the error; entries before it stay imported, of that file too.
            """,
        ],
        examples: [
            Example("microscope history import failing.har", "from a colleague"),
            Example("microscope history list set:failing --all", "view it"),
            Example("microscope failing.har", "the same on screen"),
        ])
}
