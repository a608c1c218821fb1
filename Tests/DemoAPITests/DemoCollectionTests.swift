import Foundation
import Testing

@testable import DemoAPI

@Suite struct DemoCollectionTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Collections/Demo").standardizedFileURL

    @Test("every request of the demo collection asks for an endpoint that exists")
    func endpointsExist() throws {
        let requests = try requestFiles()
        #expect(requests.count >= 45)
        for (name, text) in requests {
            guard let method = value(of: "method", in: text), let url = value(of: "url", in: text) else {
                Issue.record("\(name) has no method or no url")
                continue
            }
            guard url.hasPrefix("{{baseUrl}}") else { continue }
            let target = RequestTarget(String(url.dropFirst("{{baseUrl}}".count)))
            guard case .route = Endpoints.table.match(method, target.segments) else {
                Issue.record("\(name): no endpoint \(method) \(target.path)")
                continue
            }
        }
    }

    @Test("every request has a line of docs, and microscope.yaml names only requests that exist")
    func docsAndPolicies() throws {
        let requests = try requestFiles()
        for (name, text) in requests { #expect(text.contains("\ndocs: "), "\(name) has no docs") }
        let companion = try String(contentsOf: Self.root.appendingPathComponent("microscope.yaml"), encoding: .utf8)
        let named = companion.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasSuffix(".yml:") }.map { String($0.dropLast()) }
        #expect(!named.isEmpty && Set(named).isSubset(of: requests.map(\.name)))
    }

    /// Returns the requests by path below the collection's root; folders, environments and the collection's own file are left out.
    private func requestFiles() throws -> [(name: String, text: String)] {
        let paths = FileManager.default.enumerator(atPath: Self.root.path)?.compactMap { $0 as? String } ?? []
        let requests = paths.filter {
            $0.hasSuffix(".yml") && $0.contains("/") && !$0.hasSuffix("folder.yml") && !$0.hasPrefix("environments/")
        }
        return try requests.map {
            ($0, try String(contentsOf: Self.root.appendingPathComponent($0), encoding: .utf8))
        }
    }

    private func value(of key: String, in text: String) -> String? {
        let line = text.split(separator: "\n").first { $0.hasPrefix("  \(key): ") }
        return line?.dropFirst(key.count + 4).trimmingCharacters(in: CharacterSet(charactersIn: "\""))
    }
}
