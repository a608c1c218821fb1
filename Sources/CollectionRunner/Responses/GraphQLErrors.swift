import BodyView
import Exchanges

/// The errors of a GraphQL response: how many there are, and what the first ones say.
struct GraphQLErrors {
    /// Never 0.
    let count: Int
    /// One row for each of the first errors.
    private(set) var rows: [RecordedAssertion] = []

    private static let longestList = 20
    /// Longer messages are not read, in bytes.
    private static let longestMessage = 1 << 16

    init?(at list: Int, of places: JSONPlaces) {
        count = places.count(of: list)
        guard count > 0 else { return nil }
        let data = places.member("data", of: places.root).map(places.kind)
        let response: RecordedAssertion.GraphQLResponse = [nil, .null].contains(data) ? .noData : .partialData
        places.forEachElement(of: list) { error in
            var row = RecordedAssertion(
                expression: Self.message(of: error, places), operator: "",
                outcome: .failed(found: Self.place(of: error, places), expected: ""))
            row.graphQL = response
            rows.append(row)
            return rows.count < Self.longestList
        }
    }

    private static func message(of error: Int, _ places: JSONPlaces) -> String {
        let message = places.member("message", of: error).flatMap { text(at: $0, places) }
        return message.map { $0.shownInLine(limit: 300) } ?? "an error without a message"
    }

    /// "hero.friends.0, line 3:5"; empty where it says neither.
    private static func place(of error: Int, _ places: JSONPlaces) -> String {
        var steps: [String] = []
        if let path = places.member("path", of: error) {
            places.forEachElement(of: path) { step in
                if let text = text(at: step, places) { steps.append(text) }
                return steps.count < longestList
            }
        }
        let location = places.member("locations", of: error).flatMap { places.element(0, of: $0) }
        func number(_ name: String) -> String? {
            location.flatMap { places.member(name, of: $0) }.flatMap { text(at: $0, places) }
        }
        let line = number("line").map { line in "line \(line)\(number("column").map { ":" + $0 } ?? "")" }
        let path = steps.isEmpty ? nil : steps.joined(separator: ".")
        return [path, line].compactMap { $0 }.joined(separator: ", ").shownInLine(limit: 200)
    }

    /// A text or a number; nil for all else.
    private static func text(at place: Int, _ places: JSONPlaces) -> String? {
        guard [.string, .number].contains(places.kind(at: place)), places.length(at: place) <= longestMessage else {
            return nil
        }
        return switch places.scalar(at: place) {
        case .string(let text)?, .number(let text)?: text
        default: nil
        }
    }

    /// The rows with the secrets in them masked.
    func rows(_ shown: ShownValue) -> [RecordedAssertion] {
        rows.map { row in
            var row = row
            row.expression = shown.text(of: row.expression)
            if case .failed(let found, let expected) = row.outcome {
                row.outcome = .failed(found: shown.text(of: found), expected: expected)
            }
            return row
        }
    }
}
