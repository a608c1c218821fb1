import Differences
public import OpenCollection

/// The arguments of `microscope verify`.
public struct VerifyArguments: Sendable, Hashable {
    /// A collection's directory, a folder's path or name, or a request's; nil: the collection around the current directory.
    public var target: String?
    /// The filter of the requests that are sent, by their tags.
    public var tags = TagFilter()
    /// Whether the first request that differs from its examples ends the run.
    public var bails = false
    /// Whether requests without examples are sent too, if they capture values that others may need.
    public var sendsCapturing = false
    /// Whether only members and types count, and no values.
    public var comparesShapes = false
    /// Rules beside those of `microscope.yaml`, as ``Differences/IgnoreRule/init(_:)`` reads them.
    public var ignored: [String] = []
    /// Whether the rules of `microscope.yaml` and the usual headers count.
    public var usesRules = true
    /// Whether everything in which a response differs is listed.
    public var isVerbose = false
    public var printsJSON = false
    public var settings = SendSettings()

    public init(target: String? = nil) { self.target = target }
}

extension VerifyArguments {
    init(_ reader: ArgumentReader) throws(UsageError) {
        self.init(target: try reader.optional("folder", otherwise: "the whole collection"))
        settings = try SendSettings(reader)
        tags = TagFilter(included: reader.values(of: .includedTag), excluded: reader.values(of: .excludedTag))
        bails = reader.has(.bailOfVerify)
        sendsCapturing = reader.has(.capturing)
        comparesShapes = reader.has(.shape)
        ignored = reader.values(of: .ignoreRule)
        try IgnoreRule.require(ignored)
        usesRules = !reader.has(.noRules)
        isVerbose = reader.has(.wholeDifference)
        printsJSON = reader.printsJSON
    }
}

extension IgnoreRule {
    /// - Throws: ``UsageError`` for the first text that is no rule.
    static func require(_ texts: [String]) throws(UsageError) {
        for text in texts {
            do throws(IgnoreRuleError) { _ = try IgnoreRule(text) } catch {
                throw UsageError("--ignore \(text) is not a rule", advice: error.reason)
            }
        }
    }
}

extension OptionSyntax {
    static let bailOfVerify = OptionSyntax(
        name: "--bail", summary: "stop at the first response that differs from its examples or is missing")
    static let capturing = OptionSyntax(
        name: "--captures", summary: "send requests without examples too, if they capture something")
    static let shape = OptionSyntax(
        name: "--shape", summary: "compare members and types of JSON, not values; of headers only that they exist")
    static let wholeDifference = OptionSyntax(
        name: "--verbose", short: "v", summary: "print all differences of a response, not only the first")
}

extension CommandSyntax {
    static let verify = CommandSyntax(
        topic: .verify, summary: "Sends requests that have examples, and shows which responses differ from them.",
        operands: [Operand(name: "COLLECTION|FOLDER|REQUEST")],
        options: [
            .collection, .environment, .globalEnvironment, .variable, .includedTag, .excludedTag, .trust, .yes,
            .bailOfVerify,
            .timeout, .maximumTime, .session, .capturing, .shape, .ignoreRule, .noRules, .wholeDifference,
            .json("print the result of each request as JSON"),
            .noCookies, .noScripts, .noHistory,
        ] + OptionSyntax.connecting + [.help],
        details: [
            """
            The argument is a collection's directory, a folder or a request of it, by path or name; without it, the whole collection of the \
            current directory is verified. Requests are sent in the order of run, as they are saved; those without examples are not sent. \
            The request of an example is ignored.
            """,
            """
            A response matches its examples when it is the same as one of them: status, the headers that the example has, and the body. JSON \
            is compared by its values, whatever its layout; names in double braces, {{token}}, match anything. Rules of microscope.yaml and \
            --ignore, and headers such as Date, are ignored, as in microscope diff. With --shape, an element of a list has to look like any \
            of the example's, and a null there matches anything.
            """,
            """
            Each line on stdout is a request: ✓ matches an example, ≠ differs, with the place in the nearest example, ! no response. A \
            summary goes to stderr.
            """,
        ],
        examples: [
            Example("microscope verify", "all examples of the collection of the current directory"),
            Example("microscope verify users --env staging --shape", "a folder, by shape alone"),
            Example("microscope verify api --captures --var user=ci", "in CI, after the requests that log in"),
            Example("microscope verify --json | jq '.requests[] | select(.outcome == \"drifted\")'", "what drifted"),
        ])
}
