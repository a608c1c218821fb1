import Exchanges
import MicroClient
public import OpenCollection

/// Takes secrets out of what is printed about a send: by the names of headers and parameters, and known values wherever they occur.
public struct SecretMask: Sendable {
    private let isActive: Bool
    private let secretHeaders: Set<String>
    /// With their percent-encoded forms and those within JSON, longest first.
    private let values: [String]

    /// Shorter values would take half of every text with them; they are masked by their position only.
    static let shortestValue = 6

    /// What a rendered request says is secret.
    public init(_ rendered: RenderedRequest) {
        isActive = true
        secretHeaders = Set(rendered.headers.filter(\.isSecret).map { $0.name.lowercased() })
        let long = rendered.secretValues.map(\.value).filter { $0.utf8.count >= Self.shortestValue }
        values = Set(long + long.map(Self.percentEncoded) + long.map(Self.withinJSON)).sorted {
            ($1.count, $0) < ($0.count, $1)
        }
    }

    private init() {
        isActive = false
        secretHeaders = []
        values = []
    }

    /// Shows everything.
    public static let none = SecretMask()

    func value(of header: HeaderField) -> String {
        guard isActive else { return header.value }
        let isSecret = secretHeaders.contains(header.name.lowercased()) || Redaction.isSecret(name: header.name)
        return isSecret ? Redaction.mask : text(header.value)
    }

    func url(_ url: String) -> String { isActive ? text(Redaction.url(url)) : url }

    /// A body as text; of a form, the fields that are named like secrets too.
    func body(_ body: String, isForm: Bool) -> String {
        guard isActive else { return body }
        // A form is written like a query (URL Standard, section 5).
        return text(isForm ? String(Redaction.url("?" + body).dropFirst()) : body)
    }

    /// Whether the value of a capture is not to be shown.
    func hides(_ capture: RecordedCapture) -> Bool { isActive && capture.isSecret }

    /// Known values only.
    public func text(_ text: String) -> String {
        values.reduce(text) { $0.replacing($1, with: Redaction.mask) }
    }

    private static func withinJSON(_ value: String) -> String {
        String(TypedValue.string(value).jsonText.dropFirst().dropLast())
    }

    private static func percentEncoded(_ value: String) -> String {
        value.utf8.map { byte in
            let isPlain = UnicodeScalar(byte).properties.isAlphabetic && byte < 0x80 || (0x30...0x39).contains(byte)
            if isPlain || "-._~".utf8.contains(byte) { return String(UnicodeScalar(byte)) }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
