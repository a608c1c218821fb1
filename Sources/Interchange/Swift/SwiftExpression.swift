/// Swift text that is broken over lines where it is too long for one.
indirect enum SwiftExpression: Sendable, Hashable {
    case text(String)
    /// A literal over several lines, its quotes on lines of their own.
    case lines([String])
    /// `open` elements `close`, separated by commas.
    case list(open: String, [Element], close: String)
    /// A call of a method on a value, then another.
    case chain(SwiftExpression, [SwiftExpression])

    struct Element: Sendable, Hashable {
        /// The label with its colon, "name:"; nil without one.
        var label: String?
        var value: SwiftExpression

        init(_ label: String? = nil, _ value: SwiftExpression) {
            self.label = label
            self.value = value
        }
    }

    static func call(_ function: String, _ elements: [Element]) -> SwiftExpression {
        .list(open: "\(function)(", elements, close: ")")
    }

    /// The expression on one line; nil if a part of it has several lines.
    var oneLine: String? {
        switch self {
        case .text(let text): return text
        case .lines: return nil
        case .list(let open, let elements, let close):
            let texts = elements.compactMap { element in
                element.value.oneLine.map { (element.label.map { "\($0) " } ?? "") + $0 }
            }
            return texts.count == elements.count ? open + texts.joined(separator: ", ") + close : nil
        case .chain(let base, let calls):
            let texts = ([base] + calls).compactMap(\.oneLine)
            return texts.count == calls.count + 1 ? texts.joined() : nil
        }
    }
}

/// Lines of Swift, indented.
struct SwiftLines {
    static let width = 120
    private(set) var lines: [String] = []
    private var depth = 0

    var text: String { lines.joined(separator: "\n") + "\n" }

    mutating func add(_ line: String) { lines.append(line.isEmpty ? "" : indent + line) }
    mutating func addBlankLine() { if lines.last != "", lines.last?.hasSuffix("{") == false { lines.append("") } }

    /// `head {` ... `}`
    mutating func block(_ head: String, _ body: (inout SwiftLines) -> Void) {
        add(head + " {")
        depth += 1
        body(&self)
        depth -= 1
        add("}")
    }

    /// `static func name(parameters) async throws -> type {` ... `}`
    mutating func function(
        _ name: String, _ parameters: [SwiftExpression.Element], arrow: String, _ body: (inout SwiftLines) -> Void
    ) {
        add("static func ", .call(name, parameters), suffix: " async throws\(arrow) {")
        depth += 1
        body(&self)
        depth -= 1
        add("}")
    }

    /// A comment, wrapped. Swift ends one at CR too.
    mutating func comment(_ text: String, mark: String = "///") {
        for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            var line = mark
            for word in ReportText.safe(String(paragraph)).split(separator: " ") {
                if line.count + word.count + 1 + depth * 4 > Self.width, line != mark {
                    add(line)
                    line = mark
                }
                line += " " + word
            }
            add(line)
        }
    }

    /// `prefix` expression `suffix`, on as many lines as it takes.
    mutating func add(_ prefix: String = "", _ expression: SwiftExpression, suffix: String = "") {
        if let line = expression.oneLine, fits(prefix + line + suffix), !expression.isLongChain {
            return add(prefix + line + suffix)
        }
        switch expression {
        case .text(let text): add(prefix + text + suffix)
        case .lines(let texts): addLiteral(texts, prefix, suffix)
        case .list(let open, let elements, let close) where elements.isEmpty: add(prefix + open + close + suffix)
        case .list(let open, let elements, let close):
            add(prefix + open)
            depth += 1
            for (index, element) in elements.enumerated() {
                // A collection's last element has one too, a call's last argument has none.
                let comma = index < elements.count - 1 || close.hasPrefix("]") ? "," : ""
                add(element.label.map { "\($0) " } ?? "", element.value, suffix: comma)
            }
            depth -= 1
            add(close + suffix)
        case .chain(let base, let calls):
            add(prefix, base)
            depth += 1
            for (index, call) in calls.enumerated() { add("", call, suffix: index == calls.count - 1 ? suffix : "") }
            depth -= 1
        }
    }

    /// The lines of a text begin where its closing quotes do.
    private mutating func addLiteral(_ texts: [String], _ prefix: String, _ suffix: String) {
        for (index, text) in texts.enumerated() {
            if index == 0 {
                add(prefix + text)
                depth += 1
            } else {
                add(text + (index == texts.count - 1 ? suffix : ""))
            }
        }
        depth -= 1
    }

    private var indent: String { String(repeating: "    ", count: depth) }
    private func fits(_ line: String) -> Bool { indent.count + line.count <= Self.width }
}

extension SwiftExpression {
    /// Calls one below the other are read more easily.
    fileprivate var isLongChain: Bool {
        if case .chain(_, let calls) = self { calls.count > 3 } else { false }
    }
}
