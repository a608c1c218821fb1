public import Foundation

/// A form with files and text, as browsers send it: `multipart/form-data`.
///
/// ```swift
/// MultipartForm {
///     FileField(named: "photo", file: photoURL, mimeType: .jpegImage)
///     TextField(named: "description", value: "My vacation photo")
/// }
/// ```
/// Files are read while they are sent, whatever their size; the rest is in memory. The whole length is known beforehand.
/// - Source: RFC 7578; names as the WHATWG's HTML, section 4.10.21.8, writes them.
public struct MultipartForm: Sendable {
    /// In the order in which they are sent.
    public let fields: [any MultipartField]
    /// What stands between the parts: drawn at random, and in none of the parts in memory.
    public let boundary: String

    /// - Parameters:
    ///   - boundary: 1 to 70 letters, digits or `'()+_,-./:=?`. Default: a random one.
    ///   - fields: one after the other; `if`, `switch` and `for` work.
    public init(boundary: String? = nil, @MultipartForm.Builder _ fields: () -> [any MultipartField]) {
        self.init(fields(), boundary: boundary)
    }

    /// The same of an array of fields.
    public init(_ fields: [any MultipartField], boundary: String? = nil) {
        self.fields = fields
        self.boundary = boundary ?? Self.boundary(outside: fields)
    }

    private static func boundary(outside fields: [any MultipartField]) -> String {
        var boundary = ""
        repeat {
            boundary = "microclient-" + String((0..<24).map { _ in Self.alphabet.randomElement() ?? "0" })
        } while fields.contains { $0.content.holds(boundary) }
        return boundary
    }

    private static let alphabet = Array("0123456789abcdefghijklmnopqrstuvwxyz")
}

/// One part of a ``MultipartForm``: ``TextField``, ``DataField`` or ``FileField``.
public protocol MultipartField: Sendable {
    /// As the receiver knows the part; quotes and line ends in it are encoded.
    var name: String { get }
    /// As the receiver is told; nil for what is no file.
    var fileName: String? { get }
    /// Nil: none is said.
    var mimeType: MimeType? { get }
    /// What stands between the part's head and the next boundary.
    var content: MultipartForm.Content { get }
}

extension MultipartForm {
    /// The bytes of a part.
    public enum Content: Sendable, Hashable {
        /// Bytes that are in memory.
        case data(Data)
        /// A file, read while it is sent.
        case file(URL)
    }
}

extension MultipartForm.Content {
    fileprivate func holds(_ boundary: String) -> Bool {
        guard case .data(let data) = self else { return false }
        return data.range(of: Data(boundary.utf8)) != nil
    }
}

/// Text.
public struct TextField: MultipartField, Hashable {
    /// As the receiver knows the part.
    public let name: String
    /// Sent in UTF-8.
    public let value: String
    public var fileName: String? { nil }
    public var mimeType: MimeType? { "text/plain; charset=utf-8" }
    /// The text in UTF-8.
    public var content: MultipartForm.Content { .data(Data(value.utf8)) }

    /// A text under a name.
    public init(named name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// Bytes that are in memory.
public struct DataField: MultipartField, Hashable {
    /// As the receiver knows the part.
    public let name: String
    /// Sent as they are.
    public let data: Data
    public let mimeType: MimeType?
    public let fileName: String?
    /// The bytes as they are.
    public var content: MultipartForm.Content { .data(data) }

    /// Bytes under a name; without a file name they are no file to the receiver.
    public init(named name: String, data: Data, mimeType: MimeType? = .octetStream, fileName: String? = nil) {
        self.name = name
        self.data = data
        self.mimeType = mimeType
        self.fileName = fileName
    }
}

/// A file on disk, which is never in memory as a whole.
public struct FileField: MultipartField, Hashable {
    /// As the receiver knows the part.
    public let name: String
    /// Read while it is sent.
    public let file: URL
    public let mimeType: MimeType?
    public let fileName: String?
    /// The file's bytes.
    public var content: MultipartForm.Content { .file(file) }

    /// - Parameters:
    ///   - name: of the part.
    ///   - file: read while it is sent, anew for each attempt.
    ///   - mimeType: default: `application/octet-stream`.
    ///   - fileName: default: that of the file.
    public init(named name: String, file: URL, mimeType: MimeType? = .octetStream, fileName: String? = nil) {
        self.name = name
        self.file = file
        self.mimeType = mimeType
        self.fileName = fileName ?? file.lastPathComponent
    }
}

extension MultipartForm {
    /// Collects the fields of a ``MultipartForm``; `if`, `switch` and `for` work.
    @resultBuilder
    public enum Builder {
        /// A field.
        public static func buildExpression(_ field: any MultipartField) -> [any MultipartField] { [field] }
        /// Fields that were made elsewhere.
        public static func buildExpression(_ fields: [any MultipartField]) -> [any MultipartField] { fields }
        /// Fields one after the other.
        public static func buildBlock(_ parts: [any MultipartField]...) -> [any MultipartField] { parts.flatMap { $0 } }
        /// `if` without `else`.
        public static func buildOptional(_ part: [any MultipartField]?) -> [any MultipartField] { part ?? [] }
        /// `if`.
        public static func buildEither(first part: [any MultipartField]) -> [any MultipartField] { part }
        /// `else`.
        public static func buildEither(second part: [any MultipartField]) -> [any MultipartField] { part }
        /// `for`.
        public static func buildArray(_ parts: [[any MultipartField]]) -> [any MultipartField] { parts.flatMap { $0 } }
        /// `if #available`.
        public static func buildLimitedAvailability(_ part: [any MultipartField]) -> [any MultipartField] { part }
    }
}
