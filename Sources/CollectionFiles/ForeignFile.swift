import Foundation

/// A file that belongs to another tool, or that is no request: what to do with it.
enum ForeignFile {
    /// As much of a file as tells whose it is.
    private static let headLength = 64 << 10

    /// Nil for YAML that may be a collection's.
    static func advice(for file: URL) -> String? {
        let name = file.lastPathComponent.lowercased()
        if name == "bruno.json" || file.pathExtension.lowercased() == "bru" {
            return CollectionLocation.olderFormatAdvice
        }
        let head = head(of: file)
        switch file.pathExtension.lowercased() {
        case "yml", "yaml": return isOpenAPI(head) ? advice(forA: "an OpenAPI description") : nil
        case "har": return advice(forA: "an HTTP archive")
        case "http", "rest": return advice(forA: "a file of requests as editors send them") + "; \(asCurl)"
        case "json": return advice(forJSON: head)
        case "curl", "sh", "txt": return "it is text; if it holds one request, \(asCurl)"
        default: return "it is no request file (those end in .yml); name one, or a collection's directory"
        }
    }

    private static let asCurl = "`microscope import` reads a curl command, a URL or a request's YAML"

    private static func advice(forJSON head: String) -> String {
        if head.contains("schema.getpostman.com") || head.contains("\"_postman_id\"") {
            return advice(forA: "a collection of Postman")
        }
        if head.contains("\"__export_format\"") { return advice(forA: "an export of Insomnia") }
        if isOpenAPI(head) { return advice(forA: "an OpenAPI description") }
        return "it is JSON, and a collection is YAML; name a collection's directory or a request file"
    }

    private static func advice(forA kind: String) -> String {
        "it is \(kind), which is not read yet; Bruno reads most of them and exports OpenCollection (YAML): open that"
    }

    /// The key of the version at the top, in YAML or JSON.
    private static func isOpenAPI(_ head: String) -> Bool {
        head.contains(/(?m)^(?:[ \t]*\{?[ \t]*")?(openapi|swagger)"?[ \t]*:/)
    }

    private static func head(of file: URL) -> String {
        guard DirectoryEntry.isDirectory(file.path) == false, let handle = try? FileHandle(forReadingFrom: file) else {
            return ""
        }
        defer { try? handle.close() }
        return String(decoding: (try? handle.read(upToCount: headLength)) ?? Data(), as: UTF8.self)
    }
}
