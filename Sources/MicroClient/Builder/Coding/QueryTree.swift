import Foundation

/// A value on its way to query items. All containers of an encoder write into its tree.
final class QueryTree {
    enum Kind: Equatable {
        /// Nothing was encoded yet.
        case empty
        case text(String)
        /// A number or a Boolean, as in JSON.
        case literal(String)
        case null
        case keyed
        case list
        /// Two of the others at once, which cannot be sent.
        case mixed
    }

    private(set) var kind: Kind
    /// The properties of a keyed value, and the elements of a list, whose names are empty.
    private(set) var members: [(name: String, tree: QueryTree)] = []
    private var places: [String: Int] = [:]

    init(_ kind: Kind = .empty) { self.kind = kind }

    /// The plain value; nil if it is none.
    var text: String? {
        switch kind {
        case .text(let text), .literal(let text): text
        default: nil
        }
    }

    /// Begins a keyed value or a list, or continues it.
    func become(_ container: Kind) {
        if kind == .empty { kind = container } else if kind != container { kind = .mixed }
    }

    /// Takes a whole value. A plain value replaces a plain value.
    func set(_ value: QueryTree) {
        switch kind {
        case .empty, .text, .literal, .null: (kind, members, places) = (value.kind, value.members, value.places)
        case .keyed, .list, .mixed: kind = .mixed
        }
    }

    subscript(name: String) -> QueryTree? { places[name].map { members[$0].tree } }

    /// A later value of the same name replaces an earlier one, as in JSON.
    func set(_ name: String, _ tree: QueryTree) {
        if let place = places[name] {
            members[place].tree = tree
        } else {
            places[name] = members.count
            members.append((name, tree))
        }
    }

    func append(_ tree: QueryTree) { members.append(("", tree)) }

    /// The value as JSON; nil for one that cannot be sent.
    var json: String? {
        switch kind {
        case .text(let text): return (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) }
        case .literal(let text): return text
        case .null: return "null"
        case .empty: return "{}"
        case .mixed: return nil
        case .keyed, .list:
            let values = members.compactMap { member in
                member.tree.json.map { kind == .list ? $0 : "\(QueryTree(.text(member.name)).json ?? ""):\($0)" }
            }
            guard values.count == members.count else { return nil }
            let text = values.joined(separator: ",")
            return kind == .list ? "[\(text)]" : "{\(text)}"
        }
    }

    /// A dictionary has no order of its own.
    func sort() {
        members.sort { $0.name < $1.name }
        places = Dictionary(members.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }
}

extension URLQueryEncoder {
    func text(of value: Bool) -> String {
        switch boolEncodingStrategy {
        case .literal: value ? "true" : "false"
        case .numeric: value ? "1" : "0"
        }
    }

    func text(of date: Date) throws -> String {
        switch dateEncodingStrategy {
        case .iso8601: date.formatted(.iso8601)
        case .secondsSince1970: Self.number(date.timeIntervalSince1970)
        case .millisecondsSince1970: Self.number(date.timeIntervalSince1970 * 1000)
        case .deferredToDate: Self.number(date.timeIntervalSinceReferenceDate)
        case .formatted(let formatter): formatter.string(from: date)
        case .custom(let text): try text(date)
        }
    }

    func text(of data: Data) throws -> String {
        switch dataEncodingStrategy {
        case .base64: data.base64EncodedString()
        case .custom(let text): try text(data)
        }
    }

    func name(of key: any CodingKey) -> String {
        switch keyEncodingStrategy {
        case .useDefaultKeys: key.stringValue
        case .convertToSnakeCase: Self.snakeCase(key.stringValue)
        case .custom(let name): name(key.stringValue)
        }
    }

    private static func number(_ value: Double) -> String { Int64(exactly: value).map(String.init) ?? String(value) }

    /// Returns a name in snake case. A run of capitals is one word, but its last letter begins the next one: "userID" and "myURLProperty"
    /// become "user_id" and "my_url_property".
    private static func snakeCase(_ name: String) -> String {
        let letters = Array(name)
        var result = ""
        for (index, letter) in letters.enumerated() {
            if letter.isUppercase, index > 0, letters[index - 1] != "_" {
                let endsRun = index + 1 < letters.count && letters[index + 1].isLowercase
                if !letters[index - 1].isUppercase || endsRun { result += "_" }
            }
            result += letter.lowercased()
        }
        return result
    }
}
