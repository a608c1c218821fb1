import Foundation
import Testing

@testable import RequestMacros

/// The page on declarative requests shows mistakes and their messages.
@Suite struct DiagnosticPageTests {
    private static let page = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/MicroClientMacros/MicroClientMacros.docc/DeclarativeRequests.md")

    /// Returns the cells in the two columns of the table.
    private static func rows() throws -> [(written: String, said: String)] {
        let text = try String(contentsOf: page, encoding: .utf8)
        let table = text.components(separatedBy: "| Written | Said |\n|---|---|\n").last ?? ""
        return table.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("| `") }.map {
            row in
            let cells = row.dropFirst(3).dropLast(2).components(separatedBy: "` | ")
            return (cells.first ?? "", cells.last ?? "")
        }
    }

    @Test("D16 every mistake on the page is said as it stands there")
    func table() throws {
        let rows = try Self.rows()
        #expect(rows.count == 9)
        for row in rows {
            #expect(Expanding(row.written).conformance().diagnostics.map(\.message) == [row.said])
        }
    }
}
