import TestSupport
import Testing
import YAMLTree

@testable import OpenCollection

/// Our table beside the format's JSON Schema.
@Suite(.enabled(if: SchemaDocuments.areAvailable, "no ../shared/formats, or no python3 with jsonschema"))
struct SchemaComparisonTests {
    private static let rules: [String: ObjectRule] = [
        "Root": CollectionInfo.rule, "Folder": FolderDefinition.rule, "Environment": EnvironmentDefinition.rule,
        "HttpRequest": Schema.http, "GraphQLRequest": Schema.graphQL, "GrpcRequest": Schema.grpc,
        "WebSocketRequest": Schema.webSocket, "ScriptFile": Schema.script, "App": Schema.app,
    ]

    private static func problems(_ node: YAMLNode, _ kind: String, in document: YAMLDocument) -> [CheckProblem] {
        guard let rule = rules[kind] else { return [] }
        var check = SchemaCheck(CheckedFile(path: "f", document: document))
        check.check(node, .object(rule))
        return check.problems
    }

    @Test("what the schema allows is allowed, and what it refuses is reported")
    func generated() throws {
        let lines = try SchemaDocuments.generated(count: LongRun.inputs(orJust: 900), seed: LongRun.seed)
        var counts = [true: 0, false: 0]
        for line in lines {
            // JSON is YAML.
            let document = try YAMLDocument(text: line)
            let isValid = document.root["valid"]?.string == "true"
            counts[isValid, default: 0] += 1
            let node = try #require(document.root["document"])
            let problems = Self.problems(node, document.root["kind"]?.string ?? "", in: document)
            #expect(problems.isEmpty == isValid, "\(line)\n\(problems.map(\.message))")
            if problems.isEmpty != isValid { return }
        }
        #expect((counts[true] ?? 0) > 200 && (counts[false] ?? 0) > 200, "\(counts)")
    }

    @Test("every request file that we write is valid, by the table and by the schema")
    func written() throws {
        var lines: [String] = []
        for seed in 0..<40 {
            var random = RandomDefinition(seed: seed)
            var definition = RequestDefinition.fresh(named: "R \(seed)", sequence: Double(seed + 1))
            definition.url = "https://example.com/users/:id?a=b"
            Self.edit(&definition, by: &random)
            let text = RequestFile.newText(for: definition)
            lines.append(try Self.line(text, "HttpRequest"))
            Self.edit(&definition, by: &random)
            let saved = try RequestFile.read(text: text, path: "f.yml").saving(definition)
            lines.append(try Self.line(saved, "HttpRequest"))
        }
        for (line, verdict) in zip(lines, try SchemaDocuments.verdicts(lines)) { #expect(verdict.isEmpty, "\(line)") }
    }

    @Test(
        "every folder, environment and root that we write is valid, by the table and by the schema; the companion by its own"
    )
    func writtenDefaults() throws {
        var lines: [String] = []
        for seed in 0..<30 {
            lines.append(try Self.line(Self.edited(FolderDefinition.self, StyledDefaults.folders, seed), "Folder"))
            let environments = StyledDefaults.environments
            lines.append(try Self.line(Self.edited(EnvironmentDefinition.self, environments, seed), "Environment"))
            lines.append(try Self.line(Self.edited(RootValue.self, StyledDefaults.roots, seed), "Root"))
            let companion = try YAMLDocument(text: Self.edited(RequestPolicies.self, StyledDefaults.companions, seed))
            var check = SchemaCheck(CheckedFile(path: "microscope.yaml", document: companion))
            check.check(companion.root, .object(Schema.companion))
            #expect(check.problems.map(\.message).allSatisfy { $0.contains("x-ours") }, "\(companion.text)")
        }
        for (line, verdict) in zip(lines, try SchemaDocuments.verdicts(lines)) {
            #expect(verdict.isEmpty, "\(verdict): \(line)")
        }
    }

    /// One of the files after edits, without what is a stranger's and what the schema does not know although Bruno does.
    private static func edited<File: MergedFile>(_ type: File.Type, _ texts: [String], _ seed: Int) throws -> String {
        let text = texts[seed % texts.count].replacing("x-ours: kept\r\n", with: "").replacing(
            "x-ours: kept\n", with: ""
        )
        .replacing("x-ours: kept", with: "")
        var (value, random) = (try File.read(text), RandomDefinition(seed: seed))
        value.edit(&random)
        if var folder = value as? FolderDefinition {
            (folder.actions, folder.variables) = ([], folder.variables.filter { !$0.isSecret })
            return try folder.saved(over: text)
        }
        if var root = value as? RootValue {
            (root.defaults.actions, root.defaults.variables) = ([], root.defaults.variables.filter { !$0.isSecret })
            return try root.saved(over: text)
        }
        return try value.saved(over: text)
    }

    /// Edits a definition as forms do: only environments have secrets.
    private static func edit(_ definition: inout RequestDefinition, by random: inout RandomDefinition) {
        random.edit(&definition)
        for index in definition.variables.indices { definition.variables[index].isSecret = false }
    }

    /// A file that the table allows, for the validator.
    private static func line(_ text: String, _ kind: String) throws -> String {
        let document = try YAMLDocument(text: text)
        let problems = problems(document.root, kind, in: document)
        #expect(problems.isEmpty, "\(problems.map { $0.lineAfterPath })\n\(text)")
        return "{\"kind\":\"\(kind)\",\"document\":\(TypedValue(document.root).jsonText)}"
    }
}

extension TypedValue {
    fileprivate init(_ node: YAMLNode) {
        switch node.kind {
        case .mapping(let entries):
            self = .object(entries.map { Member($0.key.scalar?.text ?? "", TypedValue($0.value)) })
        case .sequence(let items): self = .list(items.map { TypedValue($0) })
        case .scalar(let scalar):
            switch scalar.resolved {
            case .null: self = .null
            case .bool(let value): self = .boolean(value)
            case .int(let value): self = .number(Double(value))
            case .float(let value): self = .number(value)
            case .string: self = .string(scalar.text)
            }
        }
    }
}
