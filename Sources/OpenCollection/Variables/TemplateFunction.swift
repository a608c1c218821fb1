import Foundation
import Text

/// Hashes and signatures for functions in templates. The caller supplies them, as ``OpenCollection`` has none of its own.
public struct TemplateDigests: Sendable, Hashable {
    let digest: @Sendable (_ algorithm: String, _ bytes: [UInt8], _ key: [UInt8]?) -> [UInt8]?

    /// - Parameter digest: returns the hash of bytes, with a key their HMAC, by the name of the algorithm ("sha256"), and for "RS256" and the like
    ///   their signature with a key in PEM. Nil: there is no such algorithm, or the key is invalid. Default: none at all.
    public init(
        _ digest: @escaping @Sendable (_ algorithm: String, _ bytes: [UInt8], _ key: [UInt8]?) -> [UInt8]? = {
            _, _, _ in nil
        }
    ) {
        self.digest = digest
    }

    /// Whether two are equal, which they always are: all of them compute the same.
    public static func == (left: TemplateDigests, right: TemplateDigests) -> Bool { true }
    public func hash(into hasher: inout Hasher) {}
}

/// A function of templates.
public struct TemplateFunction: Sendable, Hashable {
    public let name: String
    /// The form of a call, for the user: "hmac(key, text)".
    public let form: String
    let usesClock: Bool
    let run: @Sendable (TemplateArguments) throws -> [UInt8]

    init(_ form: String, usesClock: Bool = false, _ run: @escaping @Sendable (TemplateArguments) throws -> [UInt8]) {
        name = form.cut(at: "(")?.before ?? form
        (self.form, self.usesClock, self.run) = (form, usesClock, run)
    }

    public static func == (left: TemplateFunction, right: TemplateFunction) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// All functions, the most common ones first.
    public static let all: [TemplateFunction] =
        [
            TemplateFunction("base64(text)") { Array(try $0.only().base64.utf8) },
            TemplateFunction("base64url(text)") { Array(try $0.only().base64URL.utf8) },
            TemplateFunction("base64Decode(text)") {
                guard let bytes = [UInt8](base64: String(decoding: try $0.only(), as: UTF8.self)) else {
                    throw TemplateCall.Fault(message: "has text that is not base64")
                }
                return bytes
            },
            TemplateFunction("urlencode(text)") {
                Array(PercentCoding.encode(try $0.only(), keeping: PercentCoding.isUnreserved).utf8)
            },
            TemplateFunction("hmac(key, text)") {
                let options = try $0.options(after: 2, [TemplateArguments.algorithms, TemplateArguments.spellings])
                return try $0.hash(options[0] ?? "sha256", $0.bytes[1], key: $0.bytes[0], as: options[1])
            },
            TemplateFunction("jwt(key, name: value)") { try $0.jwt() },
            TemplateFunction("time('YYYY-MM-DD', '+1d')", usesClock: true) { try $0.time(as: nil) },
            TemplateFunction("timestamp('+1h')", usesClock: true) { try $0.time(as: "unix") },
            TemplateFunction("isoTimestamp('+1h')", usesClock: true) { try $0.time(as: "iso") },
        ]
        + TemplateArguments.algorithms.map { algorithm in
            TemplateFunction("\(algorithm)(text)") {
                let options = try $0.options(after: 1, [TemplateArguments.spellings])
                return try $0.hash(algorithm, $0.bytes[0], key: nil, as: options[0])
            }
        }
}

extension TemplateCall {
    /// Returns the value of a call.
    ///
    /// - Parameter values: the texts of the variables in it.
    func text(_ dynamic: DynamicValues, _ values: [String: String]) throws -> String {
        // Not all bytes are text.
        guard let text = String(bytes: try bytes(dynamic, values), encoding: .utf8) else {
            throw Fault(
                message: "gives bytes that are not text: put it into $base64(...), or 'hex' as its last argument")
        }
        return text
    }

    private func bytes(_ dynamic: DynamicValues, _ values: [String: String]) throws -> [UInt8] {
        var given = TemplateArguments(form: function.form, dynamic: dynamic)
        for argument in arguments {
            var bytes: [UInt8] = []
            for term in argument.terms {
                switch term {
                case .text(let text), .literal(let text): bytes += text.utf8
                case .name(let name): bytes += (values[name] ?? "").utf8
                case .call(let call): bytes += try call.bytes(dynamic, values)
                }
            }
            given.bytes.append(bytes)
            given.labels.append(argument.label)
            let isLiteral = if argument.terms.count == 1, case .literal = argument.terms[0] { true } else { false }
            given.literals.append(isLiteral)
        }
        return try function.run(given)
    }
}

/// The arguments of a call, and what a function can do with them.
struct TemplateArguments {
    let form: String
    let dynamic: DynamicValues
    var bytes: [[UInt8]] = []
    var labels: [String?] = []
    /// Whether each is a number, `true`, `false` or `null`.
    var literals: [Bool] = []

    static let algorithms = ["sha256", "sha1", "sha384", "sha512", "md5"]
    static let spellings = ["hex", "base64", "base64url", "bytes"]

    func text(_ index: Int) -> String { String(decoding: bytes[index], as: UTF8.self) }

    var fault: TemplateCall.Fault { TemplateCall.Fault(message: "must be written as {{$\(form)}}") }

    /// The one argument.
    func only() throws -> [UInt8] {
        guard bytes.count == 1, labels[0] == nil else { throw fault }
        return bytes[0]
    }

    /// Returns the words after the first arguments, in any order: one of each list.
    func options(after count: Int, _ lists: [[String]]) throws -> [String?] {
        guard bytes.count >= count, labels.allSatisfy({ $0 == nil }) else { throw fault }
        var found = [String?](repeating: nil, count: lists.count)
        for index in bytes.indices.dropFirst(count) {
            let word = text(index).lowercased()
            guard let list = lists.firstIndex(where: { $0.contains(word) }), found[list] == nil else {
                throw TemplateCall.Fault(
                    message: "is {{$\(form)}}; '\(word.shownInLine())' cannot follow, only "
                        + lists.joined().map { "'\($0)'" }.joined(separator: ", "))
            }
            found[list] = word
        }
        return found
    }

    func hash(_ algorithm: String, _ bytes: [UInt8], key: [UInt8]?, as spelling: String?) throws -> [UInt8] {
        guard let digest = dynamic.digests.digest(algorithm, bytes, key) else {
            throw TemplateCall.Fault(message: "cannot be computed: \(algorithm) is not available")
        }
        return switch spelling {
        case "base64": Array(digest.base64.utf8)
        case "base64url": Array(digest.base64URL.utf8)
        case "bytes": digest
        default: digest.flatMap { Array(DynamicValues.padded($0, 2, radix: 16).utf8) }
        }
    }
}

extension [UInt8] {
    fileprivate var base64: String { Data(self).base64EncodedString() }

    var base64URL: String {
        base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Decodes base64 of both alphabets, with and without `=` at its end.
    fileprivate init?(base64 text: String) {
        let plain = text.filter { !$0.isWhitespace && $0 != "=" }.replacing("-", with: "+").replacing("_", with: "/")
        let end = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: plain + end) else { return nil }
        self = Array(data)
    }
}
