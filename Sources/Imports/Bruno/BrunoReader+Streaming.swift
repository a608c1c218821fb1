import OpenCollection
import Quoting
import YAMLTree

extension BrunoReader {
    /// Reads a gRPC or WebSocket request: it is kept, but not sent.
    mutating func streaming(_ file: BrunoFile, _ method: BruBlock) -> ImportedItem {
        let (bru, isGRPC) = (file.content, method.name == "grpc")
        let count = collection.notes.count
        var shared = RequestDefinition()
        shared.name = Self.name(bru.value("meta", "name")) ?? file.stem
        shared.tags = bru.rows("meta").last { $0.name == "tags" }?.items ?? []
        shared.headers = fields(bru.rows(isGRPC ? "metadata" : "headers"))
        shared.variables = variables(bru)
        shared.scripts = scripts(bru)
        if isGRPC { shared.assertions = bru.rows("assert").map(Self.assertion) }
        var docs: [String] = []
        shared.auth = auth(bru, absent: .none, &docs)
        shared.docs = ([bru.text("docs")].compactMap(\.self) + docs).paragraphs
        let kind = isGRPC ? "grpc" : "websocket"
        let parts = Self.parts(bru, method, isGRPC: isGRPC)
        let settings = settings(ofStream: bru, isGRPC: isGRPC)
        noteUnread(bru, isGRPC: isGRPC)
        // Its parts are counted nowhere, whatever was said of them on the way.
        let explained = collection.notes[count...].reduce(into: ImportCounts()) { $0 += $1.differences }
        note(
            .note, method.line, "a \(isGRPC ? "gRPC" : "WebSocket") request is kept, but cannot be sent",
            [.requests: 1] + -ImportCounts(bruno: file) + -explained)
        return ImportedItem(
            .other(name: shared.name ?? file.stem, Self.file(kind, shared, parts, settings)), origin: origin(1))
    }

    /// Reads the settings that WebSocket requests have; gRPC requests have none.
    private mutating func settings(ofStream bru: BruFile, isGRPC: Bool) -> YAMLMapping {
        var settings = YAMLMapping()
        for row in bru.rows("settings") {
            let value = row.value == "inherit" ? YAMLValue.string(row.value) : Int(row.value).map(YAMLValue.int)
            if !isGRPC, let value, ["timeout", "keepAliveInterval"].contains(row.name) {
                settings[row.name] = value
            } else {
                note(.error, row.line, "the setting \(row.name) has no counterpart and is left out")
            }
        }
        return settings
    }

    /// Notes what such a request has no place for. Query parameters that are switched on are in the URL.
    private mutating func noteUnread(_ bru: BruFile, isGRPC: Bool) {
        let title = isGRPC ? "gRPC" : "WebSocket"
        let names = ["params:path", "vars:post-response", "example"] + (isGRPC ? [] : ["assert"])
        for block in bru.blocks where names.contains(block.name) && !block.isWhitespaceOnly {
            note(.error, block.line, "a block \(block.name) of a \(title) request is left out")
        }
        for row in bru.rows("params:query", "params", "query") where !row.isEnabled {
            note(.error, row.line, "a disabled query parameter of a \(title) request is left out")
        }
    }

    /// Returns the parts of the section that HTTP requests do not have.
    private static func parts(_ bru: BruFile, _ method: BruBlock, isGRPC: Bool) -> YAMLMapping {
        let value = { (name: String) in bru.value(method.name, name).flatMap { $0.isEmpty ? nil : YAMLValue.string($0) }
        }
        var parts: YAMLMapping = ["url": value("url") ?? ""]
        if isGRPC {
            parts["method"] = value("method")
            parts["methodType"] = value("methodType")
            parts["protoFilePath"] = value("protoPath") ?? value("protoFilePath")
        }
        let bodies = bru.blocks.filter { $0.name == (isGRPC ? "body:grpc" : "body:ws") }
        let messages = bodies.map { block -> (title: String, isSelected: Bool, message: YAMLValue) in
            let rows = block.rows().rows
            let text = { (name: String) in rows.last { $0.name == name }?.value }
            let content = YAMLValue.string(text("content") ?? "")
            let type = text("type").flatMap { ["text", "json", "xml", "binary"].contains($0) ? $0 : nil } ?? "text"
            return (
                text("name") ?? "message", text("selected") == "true",
                isGRPC ? content : ["type": .string(type), "data": content]
            )
        }
        if messages.count == 1 {
            parts["message"] = messages[0].message
        } else if !messages.isEmpty {
            parts["message"] = .sequence(
                messages.map { title, isSelected, message in
                    var variant: YAMLMapping = ["title": .string(title)]
                    if isSelected { variant["selected"] = true }
                    variant["message"] = message
                    return .mapping(variant)
                })
        }
        return parts
    }

    /// Returns the file of a request: what all kinds share is spelled as for HTTP.
    private static func file(
        _ kind: String, _ shared: RequestDefinition, _ parts: YAMLMapping, _ settings: YAMLMapping
    ) -> YAMLMapping {
        guard case .mapping(let http)? = try? YAMLDocument(text: RequestFile.newText(for: shared)).root.value else {
            return YAMLMapping()
        }
        var file = YAMLMapping()
        for entry in http.entries {
            if entry.key == "docs", !settings.entries.isEmpty { file["settings"] = .mapping(settings) }
            guard entry.key == "info" || entry.key == "http", case .mapping(var section) = entry.value else {
                file[entry.key] = entry.value
                continue
            }
            if entry.key == "info" {
                section["type"] = .string(kind)
                file["info"] = .mapping(section)
            } else {
                var details = parts
                details[kind == "grpc" ? "metadata" : "headers"] = section["headers"]
                details["auth"] = section["auth"]
                file[kind] = .mapping(details)
            }
        }
        if !settings.entries.isEmpty { file["settings"] = .mapping(settings) }
        return file
    }
}
