import Spelling
import Text
import YAMLTree

/// Compares a tree with the rules of ``Schema``.
struct SchemaCheck {
    private let file: CheckedFile
    private var first: [CheckProblem] = []
    /// The number of further problems, and the place of the first of them.
    private var later: (count: Int, place: SourcePlace)?

    /// The most problems that are listed; more are only counted.
    private static let limit = 100

    init(_ file: CheckedFile) { self.file = file }

    mutating func check(_ node: YAMLNode, _ rule: SchemaRule, at path: YAMLPath = []) {
        switch rule {
        case .anything: break
        case .either(let rules): checkEither(node, rules, at: path)
        case .notEmpty(let rule):
            guard node.isEmpty else { return check(node, rule, at: path) }
            add(.wrongType, node, "\(path) is empty", fix: "give it a value, or remove the key")
        case .object(let object): withEntries(node, rule, path) { $0.checkObject(node, $1, object, path) }
        case .map(let value):
            withEntries(node, rule, path) { check, entries in
                for entry in entries { check.check(entry.value, value, at: path.appending(entry)) }
            }
        case .byWord(let key, let cases): withEntries(node, rule, path) { $0.checkWord(node, $1, key, cases, path) }
        case .byKey(let cases, let otherwise):
            withEntries(node, rule, path) { check, _ in check.checkKey(node, cases, otherwise, path) }
        case .ifTrue(let key, let object, let otherwise):
            check(node, node[key]?.isTrue == true ? object : otherwise, at: path)
        case .item: withEntries(node, rule, path) { check, _ in check.checkBundledItem(node, path) }
        case .list(let element): checkList(node, element, rule, path)
        default: checkScalar(node, rule, path)
        }
    }

    // MARK: - Shapes

    private mutating func withEntries(
        _ node: YAMLNode, _ rule: SchemaRule, _ path: YAMLPath, _ body: (inout SchemaCheck, [YAMLNode.Entry]) -> Void
    ) {
        guard let entries = node.entries else { return addWrongType(node, rule, path) }
        body(&self, entries)
    }

    private mutating func checkList(_ node: YAMLNode, _ element: SchemaRule, _ rule: SchemaRule, _ path: YAMLPath) {
        guard let items = node.items else { return addWrongType(node, rule, path) }
        for (index, item) in items.enumerated() { check(item, element, at: path.appending(index: index)) }
    }

    private mutating func checkEither(_ node: YAMLNode, _ rules: [SchemaRule], at path: YAMLPath) {
        let text = node.scalar?.text ?? ""
        if node.isQuoted, SchemaRule.either(rules).fits(unquoted: text) { return addQuoted(node, path) }
        let fitting = rules.filter { $0.fits(node) }
        guard let rule = fitting.first(where: { $0.includes(node) }) ?? fitting.first else {
            return addWrongType(node, .either(rules), path)
        }
        check(node, rule, at: path)
    }

    private mutating func checkScalar(_ node: YAMLNode, _ rule: SchemaRule, _ path: YAMLPath) {
        if node.isQuoted, rule.fits(unquoted: node.scalar?.text ?? "") { return addQuoted(node, path) }
        guard rule.fits(node) else { return addWrongType(node, rule, path) }
        switch rule {
        case .word(let words): checkWord(node, among: words, path)
        case .numberWithin(let range, let isWhole): checkNumber(node, range, isWhole: isWhole, path)
        case .matching(let pattern, let expectation):
            guard let text = node.string, !pattern.matches(text) else { return }
            add(.wrongType, node, "\(path) is \(node.checkedShape)", fix: "write \(expectation)")
        default: break
        }
    }

    private mutating func checkNumber(
        _ node: YAMLNode, _ range: ClosedRange<Double>, isWhole: Bool, _ path: YAMLPath
    ) {
        guard let number = node.number, !range.contains(number) || isWhole && number != number.rounded() else { return }
        let limits =
            range.lowerBound == range.upperBound
            ? Self.shown(range.lowerBound) : "from \(Self.shown(range.lowerBound)) to \(Self.shown(range.upperBound))"
        add(
            .wrongType, node, "\(path) is \(node.scalar?.text ?? "")",
            fix: "write \(isWhole ? "a whole number" : "a number"), \(limits)")
    }

    private static func shown(_ limit: Double) -> String { String(Int(limit)) }

    // MARK: - Mappings

    private mutating func checkObject(
        _ node: YAMLNode, _ entries: [YAMLNode.Entry], _ object: ObjectRule, _ path: YAMLPath
    ) {
        for key in object.keys where key.isRequired && node[key.name] == nil {
            add(
                .missingKey, node, "\(Self.named(path)) has no \(key.name)", fix: "add \(key.name): \(key.rule.sample)")
        }
        for entry in entries {
            guard let name = entry.key.scalar?.text, let key = object.keys.first(where: { $0.name == name }) else {
                addUnknownKey(entry, in: node, object, path)
                continue
            }
            check(entry.value, key.rule, at: path.appending(key: name))
        }
    }

    private mutating func addUnknownKey(
        _ entry: YAMLNode.Entry, in node: YAMLNode, _ object: ObjectRule, _ path: YAMLPath
    ) {
        let name = entry.key.scalar?.text ?? "a key that is not text"
        let known = object.keys.map(\.name)
        let nearest = NearestWord.find(name, among: known)
        add(
            .unknownKey, entry.key, "\(name) is not known in \(Self.named(path))",
            fix: nearest.map { "did you mean \($0)?" }
                ?? "it has no effect here; known are: \(known.joined(separator: ", "))",
            severity: .warning,
            replacement: nearest.flatMap { entry.key.spelling(ofKey: $0, in: node) })
    }

    private mutating func checkWord(
        _ node: YAMLNode, _ entries: [YAMLNode.Entry], _ key: String, _ cases: [(word: String, rule: SchemaRule)],
        _ path: YAMLPath
    ) {
        let words = cases.map(\.word)
        guard let value = node[key] else {
            return add(
                .missingKey, node, "\(Self.named(path)) has no \(key)", fix: "add \(key): with \(Self.list(words))")
        }
        let place = path.appending(key: key)
        guard let word = value.scalar, word.resolved == .string else { return addWrongType(value, .word(words), place) }
        guard let rule = cases.first(where: { $0.word == word.text })?.rule else {
            return checkWord(value, among: words, place)
        }
        check(node, rule, at: path)
    }

    private mutating func checkKey(
        _ node: YAMLNode, _ cases: [(key: String, rule: SchemaRule)], _ otherwise: SchemaRule?, _ path: YAMLPath
    ) {
        if let rule = cases.first(where: { node[$0.key] != nil })?.rule ?? otherwise {
            return check(node, rule, at: path)
        }
        let keys = cases.map(\.key)
        add(.missingKey, node, "\(path) has none of \(Self.list(keys))", fix: "add one of them")
    }

    private mutating func checkBundledItem(_ node: YAMLNode, _ path: YAMLPath) {
        let type = node["info"]?["type"] ?? node["type"]
        if let type { return checkItem(node, type: type, at: path) }
        guard let type = Schema.itemKeys.first(where: { node[$0.key] != nil })?.type,
            let rule = Schema.items.first(where: { $0.type == type })?.rule
        else {
            let types = Self.list(Schema.items.map(\.type))
            return add(.missingKey, node, "\(path) has no known type", fix: "set info.type: \(types)")
        }
        check(node, .object(rule), at: path)
    }

    /// An item whose type is written at `type`.
    mutating func checkItem(_ node: YAMLNode, type: YAMLNode, at path: YAMLPath = []) {
        if let rule = Schema.items.first(where: { $0.type == type.string })?.rule {
            return check(node, .object(rule), at: path)
        }
        check(type, .word(Schema.items.map(\.type)), at: path.appending(key: "info").appending(key: "type"))
    }

    // MARK: - Saying it

    private mutating func checkWord(_ node: YAMLNode, among words: [String], _ path: YAMLPath) {
        guard let word = node.scalar?.text, !words.contains(word) else { return }
        let nearest = NearestWord.find(word, among: words)
        add(
            .unknownWord, node, "\(path) is \"\(word)\", which is not known here",
            fix: nearest.map { "did you mean \($0)?" } ?? "write \(Self.list(words))",
            replacement: nearest.map(node.spelling))
    }

    private mutating func addQuoted(_ node: YAMLNode, _ path: YAMLPath) {
        add(
            .wrongType, node, "\(path) is the text \"\(node.scalar?.text ?? "")\"", fix: "remove the quotes",
            replacement: node.scalar?.text)
    }

    private mutating func addWrongType(_ node: YAMLNode, _ rule: SchemaRule, _ path: YAMLPath) {
        let wantsText = rule.expectation.contains("a text")
        let quoted = wantsText && node.scalar?.text.isEmpty == false
        add(
            .wrongType, node, "\(Self.named(path)) is \(node.checkedShape), where \(rule.expectation) is expected",
            fix: quoted
                ? "put it in quotes: \"\(node.scalar?.text ?? "")\""
                : path.components.isEmpty ? "begin it with info:" : rule.remedy(for: node),
            replacement: quoted ? JSONText.quoted(node.scalar?.text ?? "") : nil)
    }

    /// The problems; of very many the first, and how many more there are.
    var problems: [CheckProblem] {
        guard let later else { return first }
        return first + [
            file.problem(
                .warning, .unknownKey, at: later.place,
                "\(later.count) more problems of the file's shape are not listed",
                fix: "fix those above, and check again")
        ]
    }

    private mutating func add(
        _ rule: CheckProblem.Rule, _ node: YAMLNode, _ message: @autoclosure () -> String,
        fix: @autoclosure () -> String, severity: CheckProblem.Severity = .error,
        replacement: @autoclosure () -> String? = nil
    ) {
        guard first.count < Self.limit else {
            later = (1 + (later?.count ?? 0), later?.place ?? node.place)
            return
        }
        first.append(file.problem(severity, rule, at: node, message(), fix: fix(), replacement: replacement()))
    }

    private static func named(_ path: YAMLPath) -> String { path.components.isEmpty ? "the file" : "\(path)" }

    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}

extension SchemaRule {
    /// Whether a node has the shape of this rule, whatever it holds.
    fileprivate func fits(_ node: YAMLNode) -> Bool {
        switch self {
        case .text, .word, .matching: node.scalar?.resolved == .string
        case .notEmpty(let rule): rule.fits(node)
        case .number, .numberWithin: node.number != nil
        case .boolean: node.boolean != nil
        case .only(let value): node.boolean == value
        case .null: node.isNull
        case .list: node.items != nil
        case .map, .object, .byWord, .byKey, .ifTrue, .item: node.entries != nil
        case .either(let rules): rules.contains { $0.fits(node) }
        case .anything: true
        }
    }

    /// Whether a number is within the limits; true for all else.
    fileprivate func includes(_ node: YAMLNode) -> Bool {
        guard case .numberWithin(let range, _) = self, let number = node.number else { return true }
        return range.contains(number)
    }

    /// A sample value for it, for the fix of a missing key.
    fileprivate var sample: String {
        switch self {
        case .text: "\"\""
        case .boolean, .only: "true"
        case .number: "1"
        case .numberWithin(let range, _): String(Int(range.lowerBound))
        case .word(let words): words.joined(separator: " or ")
        case .list: "[]"
        case .either(let rules): rules.first?.sample ?? ""
        default: "(\(expectation))"
        }
    }

    fileprivate func remedy(for node: YAMLNode) -> String {
        if case .list = self, node.entries != nil { return "begin each of its rows with \"- \"" }
        if node.isNull { return "give it a value, or remove the key" }
        switch self {
        case .only(let value): return "write \(value), or remove the key"
        case .word(let words): return "write \(words.joined(separator: " or "))"
        default: return "write \(expectation)"
        }
    }
}

extension String {
    /// Whether the text, a regular expression, matches a part of another one.
    func matches(_ text: String) -> Bool { (try? Regex(self)).map { text.contains($0) } ?? false }
}

extension YAMLNode {
    /// Whether it is a text, list or mapping without anything in it.
    fileprivate var isEmpty: Bool {
        switch kind {
        case .mapping(let entries): entries.isEmpty
        case .sequence(let items): items.isEmpty
        case .scalar(let scalar): scalar.resolved == .string && scalar.text.isEmpty
        }
    }

    fileprivate var number: Double? {
        switch scalar?.resolved {
        case .int(let value)?: Double(value)
        case .float(let value)?: value
        default: nil
        }
    }

    fileprivate var boolean: Bool? {
        guard case .bool(let value)? = scalar?.resolved else { return nil }
        return value
    }
}

extension YAMLPath {
    fileprivate func appending(_ entry: YAMLNode.Entry) -> YAMLPath {
        appending(key: entry.key.scalar?.text ?? "?")
    }
}
