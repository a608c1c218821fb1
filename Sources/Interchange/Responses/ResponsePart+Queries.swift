import BodyView
import OpenCollection
import Quoting

// Parts of bodies that are not JSON are found again by a query, which `microscope.yaml` keeps.

extension ResponsePart {
    /// An element of XML or HTML: its text, or in HTML the value that a form would send.
    ///
    /// - Parameters:
    ///   - source: the element with its tags.
    ///   - path: leads there; nil if it is nested too deep.
    ///   - base: the URL of the response.
    package init(element source: String, at path: BodyPath?, isHTML: Bool, base: String) {
        self.init(place: .value(path), wasString: true, base: base)
        let tag = StartTag(source)
        let content = Self.content(of: source[tag.end...])
        isContainer = content == nil
        text = content ?? source
        if isHTML, let named = tag.selector {
            queryName = named.name
            query = BodyQuery(.css, named.selector + (tag.valueAttribute.map { "::attr(\($0.name))" } ?? ""))
            if let value = tag.valueAttribute { (text, isContainer) = (value.value, false) }
        } else if let path, !isHTML || path.isWhole {
            query = BodyQuery(.xpath, path.xpath)
            queryName = tag.name.split(separator: ":").last.map(String.init) ?? tag.name
        }
    }

    /// A line of text such as `token = abc`: what follows its name.
    ///
    /// - Returns: the part, or nil if the line does not begin with a name.
    package init?(line: String, base: String) {
        let line = line.trimmingWhitespaceScalars()
        let name = line.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "_-.".contains($0)) }
        let rest = line[name.endIndex...].drop { $0 == " " || $0 == "\t" }
        guard let sign = rest.first, "=:".contains(sign), name.first?.isLetter == true else { return nil }
        let value = String(rest.dropFirst()).trimmingWhitespaceScalars()
        guard !value.isEmpty else { return nil }
        self.init(place: .value(nil), text: value, wasString: true, base: base)
        query = BodyQuery(.regex, "^\\s*\(name.replacing(".", with: "\\."))\\s*\(sign)\\s*(.*\\S)")
        queryName = String(name)
    }

    /// The text of an element without elements in it; nil if there are some.
    private static func content(of rest: Substring) -> String? {
        guard let end = rest.range(of: "</", options: .backwards) else { return "" }
        let content = rest[..<end.lowerBound]
        guard !content.contains("<") else { return nil }
        return unescaped(content)
    }

    fileprivate static func unescaped(_ text: Substring) -> String {
        let entities = [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&amp;", "&"),
        ]
        return entities.reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
    }
}

extension BodyPath {
    /// Whether no parser has to add the elements that HTML always has, so that the path is right.
    fileprivate var isWhole: Bool {
        guard steps.count > 1, case .child(let root, _) = steps[0], case .child(let part, _) = steps[1] else {
            return false
        }
        return root.lowercased() == "html" && ["head", "body"].contains(part.lowercased())
    }
}

/// The name and the attributes with which an element begins.
private struct StartTag {
    var name = ""
    private var attributes: [(name: String, value: String)] = []
    /// The position after the tag's `>`.
    private(set) var end: String.Index

    init(_ source: String) {
        var rest = source[...]
        if rest.first == "<" { rest.removeFirst() }
        name = Self.word(&rest)
        while let next = rest.first, next != ">" {
            let attribute = Self.word(&rest)
            if attribute.isEmpty {
                rest.removeFirst()
            } else {
                attributes.append((attribute.lowercased(), Self.value(&rest)))
            }
        }
        end = rest.isEmpty ? rest.endIndex : rest.index(after: rest.startIndex)
    }

    private static func word(_ rest: inout Substring) -> String {
        let word = rest.prefix { !$0.isWhitespace && !"<>=/\"'".contains($0) }
        rest = rest[word.endIndex...]
        return String(word)
    }

    private static func value(_ rest: inout Substring) -> String {
        rest = rest.drop(while: \.isWhitespace)
        guard rest.first == "=" else { return "" }
        rest = rest.dropFirst().drop(while: \.isWhitespace)
        guard let quote = rest.first, "\"'".contains(quote) else { return word(&rest) }
        let value = rest.dropFirst().prefix { $0 != quote }
        rest = rest[value.endIndex...].dropFirst()
        return ResponsePart.unescaped(value)
    }

    private func value(of name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// `input[name="csrf"]`, and the name in it; nil without a name of its own.
    var selector: (selector: String, name: String)? {
        for attribute in ["name", "id"] {
            guard let value = value(of: attribute), !value.isEmpty, !value.contains(where: { "\"\\".contains($0) })
            else {
                continue
            }
            return ("\(name.lowercased())[\(attribute)=\"\(value)\"]", value)
        }
        return nil
    }

    /// The attribute that has the value of a field or of a `meta`.
    var valueAttribute: (name: String, value: String)? {
        ["value", "content"].lazy.compactMap { name in value(of: name).map { (name, $0) } }.first
    }
}
