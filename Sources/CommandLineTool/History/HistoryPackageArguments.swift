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
            throw UsageError("--set names all that is exported", advice: "leave out the exchanges, or --set")
        }
        if set == nil, reader.operands.isEmpty {
            throw UsageError("no exchange is named", advice: "it is written \(reader.syntax.usage); @ is the last one")
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
            throw UsageError("no archive is named", advice: "it is written \(reader.syntax.usage); - is stdin")
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
        name: "--as", value: "FORMAT", summary: "har, curl or markdown. Default: har",
        words: ShareFormat.allCases.map(\.rawValue))
    static let sharedSet = OptionSyntax(
        name: "--set", value: "NAME", summary: "the exchanges of this set, with its name and its note")
    static let previewMasks = OptionSyntax(name: "--preview", summary: "only list what is masked, on stderr")
    static let importedSet = OptionSyntax(
        name: "--set", value: "NAME", summary: "what its exchanges are called; default: as the file")
}

extension CommandSyntax {
    static let historyExport = CommandSyntax(
        topic: .historyExport, summary: "Gives exchanges to others as HAR, curl or Markdown, their secrets masked.",
        operands: [Operand(name: "ADDRESS|FILTER", isRepeated: true)],
        options: [
            .shareFormat, .privateOutput, .replaceOutput, .sharedSet, .previewMasks, .historyCollection,
            .allCollections, .help,
        ], takesFilter: true,
        details: [
            """
            har is an HTTP archive (HAR 1.2) with an entry for each redirect of each attempt; curl the requests as commands for a POSIX shell; markdown a \
            bug report. An operand that is no address belongs to a filter; what it means comes the oldest first.
            """,
            """
            Besides what the history masks, everything is masked that is called like a secret or looks like one: in URLs and their fragments, header \
            fields, cookies, forms, members of JSON at any depth, elements of XML, JSON Web Tokens and known kinds of keys. Where the history did not know of it, \
            the list on stderr says so. It is printed before a file is written, and by --preview. Look at it: a secret that is called and looks like nothing is not found.
            """,
        ],
        examples: [
            Example("microscope history export @ -o failing.har", "the last exchange, for a colleague"),
            Example("microscope history export --set outage --as markdown", "an incident, for a bug report"),
            Example("microscope history export status:5xx since:2h --as curl", "to try again in a shell"),
            Example("microscope history export @ --preview", "look first"),
        ])

    static let historyImport = CommandSyntax(
        topic: .historyImport, summary: "Takes the exchanges of HTTP archives into the history.",
        operands: [Operand(name: "FILE", isRequired: true, isRepeated: true)],
        options: [.importedSet, .json("print what was imported as JSON"), .help],
        details: [
            """
            FILE is a HAR of a browser, of a proxy, or of microscope history export; - is standard input. Each entry becomes an exchange of no \
            collection; attempts and redirects that were exported here are put together again. Credentials are masked on the way in, and asked for when \
            an exchange is sent again.
            """,
            """
            The exchanges are put together as a set, which keeps them; stdout has its name. The same file again adds nothing. A file that is no archive \
            ends with 2, and the place of the fault; what was read before it stays, of that file too.
            """,
        ],
        examples: [
            Example("microscope history import failing.har", "from a colleague"),
            Example("microscope history list set:failing --all", "what it was"),
            Example("microscope failing.har", "the same on screen"),
        ])
}
