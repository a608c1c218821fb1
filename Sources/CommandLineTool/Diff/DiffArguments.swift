import Differences
import Exchanges

/// The arguments of `microscope diff`.
public struct DiffArguments: Sendable, Hashable {
    /// An address in the history, a file, or "-"; nil: the exchange before the other one, of the same request.
    public var old: String?
    public var new: String
    public var scope = HistoryScope.aroundHere
    /// `--ignore`: rules beside those of `microscope.yaml`, as ``Differences/IgnoreRule/init(_:)`` reads them.
    public var ignored: [String] = []
    /// Whether rules beside ``ignored`` count: those of `microscope.yaml`, and the headers that always differ.
    public var usesRules = true
    public var isSideBySide = false
    public var printsJSON = false
    /// Whether nothing is printed, so that the exit status alone is the result.
    public var isQuiet = false

    public init(old: String? = nil, new: String) { (self.old, self.new) = (old, new) }
}

extension DiffArguments {
    init(_ reader: ArgumentReader) throws(UsageError) {
        guard let last = reader.operands.last, reader.operands.allSatisfy({ !$0.isEmpty }) else {
            throw UsageError("nothing to compare is given", advice: "usage: \(reader.syntax.usage)")
        }
        self.init(old: reader.operands.count == 2 ? reader.operands[0] : nil, new: last)
        guard old != "-" || new != "-" else {
            throw UsageError("standard input can be only one of the two", advice: "name a file for the other")
        }
        scope = try HistoryArguments.scope(reader)
        ignored = reader.values(of: .ignoreRule)
        try IgnoreRule.require(ignored)
        usesRules = !reader.has(.noRules)
        (isSideBySide, printsJSON) = (reader.has(.sideBySide), reader.printsJSON)
        isQuiet = reader.has(.quiet)
        try reader.refuseSeveral(of: "--side-by-side", "--json", "--quiet")
    }
}

extension OptionSyntax {
    static let ignoreRule = OptionSyntax(
        name: "--ignore", value: "RULE",
        summary: "ignore these differences: $.path, pattern: uuid, header: NAME; may be given several times")
    static let noRules = OptionSyntax(
        name: "--no-rules", summary: "ignore only what --ignore gives, not even Date")
    static let sideBySide = OptionSyntax(name: "--side-by-side", summary: "print the bodies side by side")
    static let quiet = OptionSyntax(name: "--quiet", short: "q", summary: "print nothing, only set the exit status")
}

extension CommandSyntax {
    static let diff = CommandSyntax(
        topic: .diff, summary: "Compares two responses: the verdict, and all differences.",
        operands: [Operand(name: "OLD"), Operand(name: "NEW", isRequired: true)],
        options: [
            .ignoreRule, .noRules, .sideBySide, .json("print the differences as JSON"), .quiet, .historyCollection,
            .allCollections, .help,
        ],
        details: [
            """
            OLD and NEW are exchanges of the history, by their addresses (3f2a9c1, @, users/get@-1), or files with bodies, - for standard \
            input; an existing file takes precedence over an address. Without OLD, NEW is compared with the exchange before it of the same request, in the same \
            environment if there is one.
            """,
            """
            The first line on stdout is the verdict: same, same but for ignored parts, or the differences. Below it are status, headers, body and \
            time. JSON is compared by its values, other text by lines, anything else by bytes. Of files, only the bodies are compared.
            """,
            """
            Rules of microscope.yaml choose what is ignored, and headers such as Date are ignored; each --ignore adds a rule: a path \
            ($.items[*].updatedAt, $..id), pattern: iso-date, pattern: uuid, pattern: number, pattern: /regex/, line: /regex/ or header: NAME.
            """,
        ],
        examples: [
            Example("microscope diff @", "the last response with the one before it"),
            Example("microscope diff users/get@-1 users/get@ --side-by-side", "two of one request"),
            Example("microscope diff before.json after.json --ignore '$..updatedAt'", "two files"),
            Example("microscope send users/get | microscope diff expected.json - --quiet", "in a script"),
        ])
}
