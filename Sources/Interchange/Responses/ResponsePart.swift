public import BodyView
public import MicroClient
import OpenCollection
import Quoting
import Text

/// A part of a response from which something else may begin: a value of its body, or a header.
public struct ResponsePart: Sendable, Hashable {
    public enum Place: Sendable, Hashable {
        /// A value at a path; the path is nil if the value is nested too deep or a name on the way cannot be written.
        case value(BodyPath?)
        case header(HeaderField)
    }

    package var place: Place
    /// A string as it reads, anything else as sent; nil: it is longer than a variable may be.
    package var text: String?
    /// Whether it is an object or an array.
    package var isContainer = false
    /// Whether the value was a string of JSON, or text.
    package var wasString = false
    /// Whether a filter found it, so that its place in the body is not known.
    package var isOfFilter = false
    /// Whether its path means another value, which follows under the same names.
    package var isHidden = false
    /// Whether the body is broken somewhere, so that expressions read it as text.
    package var isOfBrokenBody = false
    /// The value that an expression gives for a header that is repeated; nil: `text`.
    package var joined: String?
    /// Whether it came after the body, where no expression looks.
    package var isTrailer = false
    /// The URL of the response.
    package var base: String
    /// Finds it where no expression of the format does; nil where one does, or nothing would.
    package var query: BodyQuery?
    /// The name of what the query finds.
    var queryName: String?

    package init(
        place: Place, text: String? = nil, wasString: Bool = false, isOfFilter: Bool = false, isHidden: Bool = false,
        isOfBrokenBody: Bool = false, joined: String? = nil, isTrailer: Bool = false, base: String
    ) {
        (self.place, self.text, self.wasString, self.base) = (place, text, wasString, base)
        (self.isOfFilter, self.isHidden, self.isOfBrokenBody) = (isOfFilter, isHidden, isOfBrokenBody)
        (self.joined, self.isTrailer) = (joined, isTrailer)
    }

    /// The longest value that is looked into, in bytes.
    package static let maximumBytes = 1 << 16

    /// "res.body.items[0].id"; nil when there is no way to write it.
    package var expression: String? {
        if let query { return query.expression }
        return switch place {
        case .value(let path): path?.expression
        case .header(let field):
            isTrailer ? nil : BodyPath.member(field.name.lowercased()).map { "res.headers" + $0 }
        }
    }

    /// The suggested name for a variable: "id".
    package var name: String {
        if let queryName { return Self.variableName(queryName) }
        return switch place {
        case .header(let field): Self.variableName(field.name)
        case .value(let path):
            path?.steps.last { if case .member = $0 { true } else { false } }.map {
                if case .member(let name) = $0 { Self.variableName(name) } else { "value" }
            } ?? "value"
        }
    }

    /// ".items[0].id", "Location".
    package var title: String {
        switch place {
        case .value(let path): path?.text ?? query?.text ?? "this value"
        case .header(let field): field.name
        }
    }

    /// Returns a name of a variable, which has letters, digits, `_`, `-` and `.`.
    private static func variableName(_ text: String) -> String {
        let kept = text.unicodeScalars.map { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || "_-.".unicodeScalars.contains(scalar))
                ? Character(scalar) : "_"
        }
        return kept.isEmpty ? "value" : String(kept)
    }
}

extension ResponsePart {
    /// The URLs to follow: those of a header `Link`, else the one that it is or holds.
    package var links: [LinkField.Link] {
        guard let text, !isContainer else { return [] }
        if case .header(let field) = place, field.isNamed("Link") {
            return LinkField.links(in: text).map { LinkField.Link(url: absolute($0.url), relation: $0.relation) }
        }
        let isLocation: Bool
        if case .header(let field) = place {
            isLocation = field.isNamed("Location") || field.isNamed("Content-Location")
        } else {
            isLocation = false
        }
        return isLocation || Self.looksLikeURL(text) ? [LinkField.Link(url: absolute(text), relation: nil)] : []
    }

    private func absolute(_ reference: String) -> String {
        URLReference(reference).resolved(against: URLReference(base)).text
    }

    /// An address of HTTP, or a path from the root.
    private static func looksLikeURL(_ text: String) -> Bool {
        guard text.utf8.count < 8192, !text.contains(where: \.isWhitespace) else { return false }
        let lower = text.prefix(8).lowercased()
        return lower.beginsWithBytes(of: "http://") || lower.beginsWithBytes(of: "https://")
            || text.utf8.first == UInt8(ascii: "/") && text.utf8.count > 1
    }

    /// A condition that holds for the response as it is; nil when none can be written.
    package var assertion: Assertion? {
        guard let expression else { return nil }
        if isContainer { return Assertion(expression, "isDefined") }
        guard let text = joined ?? text else { return nil }
        switch (place, text) {
        case (.value, "null"): return Assertion(expression, isString ? "eq" : "isNull", isString ? "\"null\"" : nil)
        default: return Assertion(expression, "eq", isString ? Self.quoted(text) : text)
        }
    }

    /// Whether it is a number too large to be distinguished from others.
    package var isBoundless: Bool {
        guard !isString, !isContainer, let text else { return false }
        return JavaScriptNumber.parse(text)?.isInfinite == true
    }

    /// Whether it would be taken for a template.
    package var isTemplate: Bool { text?.contains("{{") == true || joined?.contains("{{") == true }

    /// Whether it was a string of JSON, or is a header.
    package var isString: Bool { if case .header = place { true } else { wasString } }

    /// Returns the text in quotes, within which a backslash is itself, if it would be read as something other than a string, or not at all.
    private static func quoted(_ text: String) -> String {
        let reads = ["true", "false", "null", "undefined"].contains(text) || text.first.map(mayBeginNumber) ?? true
        let hasEdges = text.first?.isWhitespace == true || text.last?.isWhitespace == true
        return reads || hasEdges || text.utf8.contains(UInt8(ascii: "\\")) ? "\"\(text)\"" : text
    }

    private static func mayBeginNumber(_ character: Character) -> Bool {
        character.isNumber || "+-.I\"'".contains(character)
    }
}

extension BodyPath {
    /// The path as assertions and actions take it: "res.body.items[0].id".
    package var expression: String? {
        let parts = steps.map { step -> String? in
            switch step {
            case .element(let number): "[\(number)]"
            case .member(let name): Self.member(name)
            // Actions and assertions read JSON.
            case .child: nil
            }
        }
        guard parts.allSatisfy({ $0 != nil }) else { return nil }
        return "res.body" + parts.compactMap { $0 }.joined()
    }

    /// ".name", `["odd name"]`; nil for what quotes of either kind cannot hold.
    static func member(_ name: String) -> String? {
        let isName = name.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || $0 == "_" || $0 == "$" || $0.properties.numericType != nil)
        }
        if isName, let first = name.unicodeScalars.first, first.properties.numericType == nil { return ".\(name)" }
        guard !name.isEmpty, !name.contains("\\"), !name.contains(where: \.isNewline) else { return nil }
        if !name.contains("\"") { return "[\"\(name)\"]" }
        return name.contains("'") ? nil : "['\(name)']"
    }
}
