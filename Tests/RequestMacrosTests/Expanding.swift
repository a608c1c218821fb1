import DeclarationScanner
import Testing

@testable import RequestMacros

/// The expansion that the compiler would get for a whole declaration, its attribute in front.
struct Expanding {
    let source: String
    private let macro: String
    private let attribute: MacroSource
    private let declaration: MacroSource

    /// - Parameter fileName: The name of the file; if it is empty, the expansion has no `#sourceLocation`.
    init(_ source: String, fileName: String = "") {
        self.source = source
        let scanner = SourceScanner(source)
        let found = scanner.leadingAttribute()
        macro = found?.name ?? ""
        attribute = MacroSource(found.map { scanner.text(0..<$0.range.upperBound) } ?? "", fileName: fileName)
        declaration = MacroSource(source, fileName: fileName)
    }

    var members: String {
        RequestExpansion.members(of: macro, attribute: attribute, declaration: declaration).source
    }

    func conformance(type: String = "R", conforms: Bool = true) -> Expansion {
        RequestExpansion.conformance(
            of: macro, attribute: attribute, declaration: declaration, type: type,
            missing: conforms ? ["HttpRequest", "TypedHttpRequest"] : [])
    }

    /// The statements of the expansion alone.
    var statements: [String] {
        conformance().source.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("    }") && $0 != "}" }
            .dropFirst(2).map { String($0.drop { $0 == " " }) }
    }

    /// The complaints: "the source it points at: what it says".
    var complaints: [String] {
        conformance().diagnostics.map { "\(SourceScanner(source).text($0.spot.range)): \($0.message)" }
    }
}
