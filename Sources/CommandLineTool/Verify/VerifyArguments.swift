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
        self.init(target: reader.operands.first.flatMap { $0.isEmpty ? nil : $0 })
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
                throw UsageError("--ignore \(text) is no rule", advice: error.reason)
            }
        }
    }
}

extension OptionSyntax {
    static let bailOfVerify = OptionSyntax(
        name: "--bail", summary: "stop at the first answer that differs from its examples, or does not come")
    static let capturing = OptionSyntax(
        name: "--captures", summary: "send requests without examples too, when they keep something of their answer")
    static let shape = OptionSyntax(
        name: "--shape", summary: "compare members and types of JSON, not values; of headers that they are there")
    static let wholeDifference = OptionSyntax(
        name: "--verbose", short: "v", summary: "print all in which an answer differs, not the first place alone")
}

extension CommandSyntax {
    static let verify = CommandSyntax(
        topic: .verify, summary: "Sends requests that have examples, and tells which answers drifted from them.",
        operands: [Operand(name: "COLLECTION|FOLDER|REQUEST")],
        options: [
            .collection, .environment, .globalEnvironment, .variable, .includedTag, .excludedTag, .trust, .yes,
            .bailOfVerify,
            .timeout, .maximumTime, .session, .capturing, .shape, .ignoreRule, .noRules, .wholeDifference,
            .json("print what came of each request as JSON"),
            .noCookies, .noScripts, .noHistory,
        ] + OptionSyntax.connecting + [.help],
        details: [
            """
            What is named is a collection's directory, a folder or a request of it, by path or name; without it, the whole collection around here \
            is verified. Requests are sent in the order of run, as they are saved; those without examples are not sent. What an example says of its own \
            request is not looked at.
            """,
            """
            An answer is as its examples when it is the same as one of them: status, the headers that the example has, and the body. JSON is \
            compared by its values, whatever its layout; what stands in double braces, {{token}}, matches anything. What rules of microscope.yaml and \
            --ignore say, and headers such as Date, are no difference, as in microscope diff. With --shape, an element of a list has to look like \
            any of the example's, and what is null there may be anything.
            """,
            """
            Each line on stdout is a request: ✓ as an example, ≠ drifted, with the place in the example that is nearest, ! no answer. A summary goes \
            to stderr.
            """,
            """
            The exit status is 0 when all are as their examples, 1 when something drifted, 2 when the command line is wrong or nothing has \
            examples, else that of run: 3 for no answer, 4 for a file that cannot be read, and what could not be built or is not agreed to.
            """,
        ],
        examples: [
            Example("microscope verify", "all that has examples around here"),
            Example("microscope verify users --env staging --shape", "a folder, by shape alone"),
            Example("microscope verify api --captures --var user=ci", "in CI, after what logs in"),
            Example("microscope verify --json | jq '.requests[] | select(.outcome == \"drifted\")'", "what drifted"),
        ])
}
