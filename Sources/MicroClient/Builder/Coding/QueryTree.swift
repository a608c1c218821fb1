import Foundation

/// A value on its way to query items.
enum QueryTree {
    case text(String)
    case null
    case keyed([Member])
    case list([QueryTree])

    struct Member {
        let name: String
        let tree: QueryTree
    }

    /// Of a plain value; nil for the others.
    var text: String? {
        if case .text(let text) = self { return text }
        return nil
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

    /// A run of capitals is a word, whose last letter begins the next one: "userID" and "myURLProperty" become "user_id" and
    /// "my_url_property".
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

/// A dictionary has no order of its own.
protocol StringKeyedDictionary {}
extension Dictionary: StringKeyedDictionary where Key == String {}
