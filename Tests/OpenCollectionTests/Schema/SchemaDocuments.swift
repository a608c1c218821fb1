import Foundation

/// Documents made from the format's own JSON Schema, valid ones and spoilt ones, with the verdict of a validator (draft 7).
///
/// Needs the schema beside the project, and Python with `jsonschema`; without them the tests that compare are skipped.
enum SchemaDocuments {
    private static let schema = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "../shared/formats/opencollection.schema.json").standardizedFileURL

    static let areAvailable: Bool = {
        guard FileManager.default.fileExists(atPath: schema.path) else { return false }
        return (try? run("import jsonschema", [], input: "")) != nil
    }()

    struct Failure: Error { let status: Int32 }

    /// Lines `{"kind": "HttpRequest", "valid": true, "document": {...}}`.
    static func generated(count: Int, seed: UInt64) throws -> [String] {
        try run(generator, [schema.path, "\(count)", "\(seed)"], input: "").split(separator: "\n").map(String.init)
    }

    /// Returns the validator's objection to each of these documents, lines `{"kind": ..., "document": ...}`; "" if there is none.
    static func verdicts(_ lines: [String]) throws -> [String] {
        let output = try run(judge, [schema.path], input: lines.joined(separator: "\n"))
        return output.split(separator: "\n", omittingEmptySubsequences: false).prefix(lines.count).map(String.init)
    }

    private static func run(_ program: String, _ arguments: [String], input: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-W", "ignore", "-c", program] + arguments
        let (given, made) = (try TemporaryFile(Data(input.utf8)), try TemporaryFile(Data()))
        process.standardInput = try FileHandle(forReadingFrom: given.url)
        process.standardOutput = try FileHandle(forWritingTo: made.url)
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
        return String(decoding: try Data(contentsOf: made.url), as: UTF8.self)
    }

    private static let judge = """
        import json, sys, jsonschema
        schema = json.load(open(sys.argv[1]))
        definitions = "$defs" if "$defs" in schema else "definitions"
        def validator(kind):
            if kind == "Root": return jsonschema.Draft7Validator(schema)
            return jsonschema.Draft7Validator({**schema, "type": "object", "properties": {}, "allOf": [{"$ref": f"#/{definitions}/{kind}"}]})
        known = {}
        for line in sys.stdin:
            row = json.loads(line)
            if row["kind"] not in known: known[row["kind"]] = validator(row["kind"])
            problem = next(known[row["kind"]].iter_errors(row["document"]), None)
            print("" if problem is None else str(problem.message)[:200].replace(chr(10), " "))
        """

    /// Walks the schema by chance; two documents of three are spoilt at one place.
    private static let generator = """
        import json, random, sys, jsonschema
        schema = json.load(open(sys.argv[1]))
        definitions = "$defs" if "$defs" in schema else "definitions"
        count, chance = int(sys.argv[2]), random.Random(int(sys.argv[3]))
        kinds = ["Root", "Folder", "Environment", "HttpRequest", "GraphQLRequest", "GrpcRequest", "WebSocketRequest", "ScriptFile", "App"]
        names = {"HttpRequest": "http", "GraphQLRequest": "graphql", "GrpcRequest": "grpc", "WebSocketRequest": "websocket", "Folder": "folder", "App": "app"}

        def make(rule, depth):
            if "$ref" in rule:
                name = rule["$ref"].split("/")[-1]
                if name == "Item": return item(depth)
                return kind(name, depth)
            if "oneOf" in rule: return make(chance.choice(rule["oneOf"]), depth)
            if "const" in rule: return rule["const"]
            if "enum" in rule: return chance.choice(rule["enum"])
            type = rule.get("type")
            if type == "object":
                required = rule.get("required", [])
                likely = 0.6 if depth < 3 else 0.35
                return {key: make(value, depth + 1) for key, value in rule.get("properties", {}).items() if key in required or chance.random() < likely}
            if type == "array": return [make(rule["items"], depth + 1) for _ in range(chance.choice([0, 1, 1, 2]) if depth < 9 else 0)]
            return {"string": "a text", "number": chance.choice([1, 2.5, 0]), "boolean": chance.random() < 0.5, "null": None}[type]

        def kind(name, depth):
            return make(schema if name == "Root" else schema[definitions][name], depth)

        # An item must say what it is, or it could be of several kinds.
        def item(depth):
            if depth > 4: return {"type": "script", "script": "x"}
            name = chance.choice(list(names))
            made = kind(name, depth)
            made.setdefault("info", {})["type"] = names[name]
            return made

        def places(node, path=()):
            yield path
            for key, value in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
                yield from places(value, path + (key,))

        def spoil(document):
            at = chance.choice([path for path in places(document) if path and "extensions" not in path] or [()])
            if not at: return
            parent = document
            for key in at[:-1]: parent = parent[key]
            way = chance.randrange(4)
            if way == 0 and isinstance(parent, dict) and len(at) > 1: parent["unknownKey"] = "x"
            elif way == 1 and isinstance(parent, dict): del parent[at[-1]]
            else: parent[at[-1]] = chance.choice(["a word", 7, True, None, [], {}, {"a": 1}, ["x"], "inherit"])

        def validator(name):
            if name == "Root": return jsonschema.Draft7Validator(schema)
            return jsonschema.Draft7Validator({**schema, "type": "object", "properties": {}, "allOf": [{"$ref": f"#/{definitions}/{name}"}]})
        known = {name: validator(name) for name in kinds}
        for number in range(count):
            name = kinds[number % len(kinds)]
            document = kind(name, 0)
            if number % 3: spoil(document)
            valid = next(known[name].iter_errors(document), None) is None
            print(json.dumps({"kind": name, "valid": valid, "document": document}))
        """
}

private final class TemporaryFile {
    let url: URL

    init(_ content: Data) throws {
        url = FileManager.default.temporaryDirectory.appending(path: "microscope-\(UUID().uuidString)")
        try content.write(to: url)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
