import OpenCollection

/// The page of all keys that other programs meet: what `--json` prints, `microscope.yaml`, files on disk, and names that changed.
public enum KeysPage {
    public static var markdown: String {
        var listing = KeyListing()
        let sections = HelpTopic.allCases.compactMap { topic in
            OutputShape.all[topic].map { shape in
                let command = "microscope \(topic.rawValue)"
                let choices = OutputShape.choices(of: topic)
                let tables =
                    choices.isEmpty
                    ? [keys(listing.rows(of: shape, command))]
                    : choices.map { "With \($0.arguments):\n\n" + keys(listing.rows(of: $0.shape, command)) }
                return (["## \(command) --json"] + tables).joined(separator: "\n\n")
            }
        }
        return ([introduction] + sections + [files]).joined(separator: "\n\n") + "\n"
    }

    private static let introduction = """
        # Keys of `--json` and of files

        Generated from tables in the source; do not edit. `microscope schema output COMMAND` prints the same as a JSON Schema, `microscope schema
        microscope-yaml` and its siblings those of files. `[]` stands for each element, `*` for any name. A key with `?` may be absent.
        """

    private static var files: String {
        var listing = KeyListing()
        let rows = listing.rows(of: FileSchema.microscopeYAML.rule, "microscope.yaml")
        return """
            ## microscope.yaml

            \(keys(rows))

            ## Files on disk

            `microscope where` prints the four directories.

            \(table(["Directory", "File", "Content"], places))

            ## Names that changed

            \(table(["Where", "Old", "New"], changes))
            """
    }

    private static let places = [
        ["data", "`secrets.json`", "secrets that were typed, by collection"],
        ["data", "`tokens.json`", "OAuth 2 tokens"],
        ["data", "`cookies/*.json`", "cookies, a file per collection and environment"],
        ["data", "`scratch/`", "the collection of requests without a file"],
        ["data", "`demo/`", "the demo collection"],
        ["state", "`history/history.sqlite`, `history/bodies/`", "recorded exchanges"],
        ["state", "`drafts.sqlite`", "unsaved changes"],
        ["state", "`sessions/*.json`", "variables and cookies of `--session`"],
        ["state", "`trust.json`, `commands.json`", "allowed external access"],
        ["state", "`trash/`", "deleted files, for 30 days"],
        [
            "state", "`recents.json`, `recent-uses.json`, `filters.json`, `restorable-state/`",
            "what was open, used and typed last",
        ],
        ["state", "`import-report.txt`", "the report of the last import"],
        ["cache", "`graphql/*.graphql`", "schemas of GraphQL servers"],
        ["config", "`keys.yaml`, `themes/`", "see settings.md"],
    ]

    private static let changes = [
        ["microscope send --json", "`errands`", "`auxiliaryExchanges`"],
        ["microscope trust --json", "`uses[].standing`", "`uses[].status`"],
        ["microscope diff --json", "`words`, `timing.words`, `body.notes[].words`", "`summary`"],
        ["microscope verify --json", "`requests[].words`", "`requests[].summary`"],
        ["microscope run --json", "`requests[].example.places[0]`", "`requests[].example.summary`"],
        [
            "microscope history replay --json, send --repeat --json", "`exchanges[].words`, `sends[].words`",
            "`summary`",
        ],
        [
            "microscope history import --json", "`files[].fault`, `files[].passedOver`",
            "`files[].error`, `files[].unreadable`",
        ],
        ["state directory", "`whereabouts/`", "`restorable-state/`, moved at the first start"],
    ]

    private static func keys(_ rows: [[String]]) -> String { table(["Key", "Value", "Meaning"], rows) }

    private static func table(_ head: [String], _ rows: [[String]]) -> String {
        ([head, head.map { _ in "---" }] + rows).map { cells in
            "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
        }.joined(separator: "\n")
    }
}

/// Lists keys with their paths; of parts that occur again, the place where they are listed.
private struct KeyListing {
    private var places: [[[String]]: String] = [:]
    private var title = ""

    /// Returns the keys of a value, each with its path, the kind of its value, and its meaning.
    mutating func rows(of rule: SchemaRule, _ title: String) -> [[String]] {
        self.title = title
        return rows(rule, below: "").reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private mutating func rows(_ rule: SchemaRule, below path: String) -> [[String]] {
        switch rule {
        case .object(let object): object.keys.flatMap { rows($0, below: path) }
        case .list(let element): rows(element, below: path + "[]")
        case .map(let value): rows(value, below: path.isEmpty ? "*" : path + ".*")
        case .either(let rules): rules.flatMap { rows($0, below: path) }
        case .byWord(_, let cases): cases.flatMap { rows($0.rule, below: path) }
        case .byKey(let cases, _): cases.flatMap { rows($0.rule, below: path) }
        default: []
        }
    }

    private mutating func rows(_ key: KeyRule, below path: String) -> [[String]] {
        let place = path.isEmpty ? key.name : "\(path).\(key.name)"
        let name = "`\(place)`" + (key.isRequired ? "" : "?")
        let parts = key.rule.parts
        if parts.count > 2, let known = places[parts] {
            let meaning = key.meaning.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
            let words = [meaning, "as \(known)"].compactMap(\.self).joined(separator: "; ")
            return [[name, key.rule.kind, words]]
        }
        if parts.count > 2 { places[parts] = "`\(place)` of \(title)" }
        let standard = key.standard.map { "Default: \($0.text)." }
        let meaning = [key.meaning, standard].compactMap(\.self).joined(separator: " ")
        return [[name, key.rule.kind, meaning]] + rows(key.rule, below: place)
    }
}

extension SchemaRule {
    /// The keys below it and the kinds of their values, all of them: equal parts have equal ones.
    fileprivate var parts: [[String]] {
        switch self {
        case .object(let object): object.keys.flatMap { [[$0.name, $0.rule.kind]] + $0.rule.parts }
        case .list(let rule), .map(let rule), .notEmpty(let rule): rule.parts
        case .either(let rules): rules.flatMap(\.parts)
        case .byWord(_, let cases): cases.flatMap(\.rule.parts)
        case .byKey(let cases, _): cases.flatMap(\.rule.parts)
        default: []
        }
    }

    fileprivate var kind: String {
        switch self {
        case .text, .matching: "text"
        case .notEmpty(let rule): rule.kind
        case .number: "number"
        case .numberWithin(_, let isWhole): isWhole ? "whole number" : "number"
        case .boolean, .only: "true or false"
        case .null: "null"
        case .word(let words): words.map { "`\($0)`" }.joined(separator: ", ")
        case .list(let element): "list of \(element.kind)"
        case .object, .map, .byWord, .byKey, .ifTrue, .item: "object"
        case .either(let rules):
            rules.map(\.kind).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
                .joined(separator: " or ")
        case .anything: "any JSON"
        }
    }
}
