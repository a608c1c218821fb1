public import Foundation

/// A form with files and text, as browsers send it: `multipart/form-data`.
///
/// ```swift
/// MultipartForm {
///     FileField(named: "photo", file: photoURL, mimeType: .jpegImage)
///     TextField(named: "description", value: "My vacation photo")
/// }
/// ```
/// Files are read while they are sent, whatever their size; the rest is in memory. The total length is known beforehand.
/// - Source: RFC 7578; names as the WHATWG's HTML, section 4.10.21.8, writes them.
public struct MultipartForm: Sendable {
    /// The fields in the order in which they are sent.
    public let fields: [any MultipartField]
    /// The text between the parts: random, and contained in none of the parts in memory.
    public let boundary: String

    /// Creates a form.
    ///
    /// - Parameters:
    ///   - boundary: A text of 1 to 70 letters, digits or `'()+_,-./:=?`. Default: a random one.
    ///   - fields: The fields, one after another; `if`, `switch` and `for` work.
    public init(boundary: String? = nil, @MultipartForm.Builder _ fields: () -> [any MultipartField]) {
        self.init(fields(), boundary: boundary)
    }

    /// Creates a form from an array of fields.
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
    /// The name of the part; quotes and line ends in it are encoded.
    var name: String { get }
    /// The file name that is sent; nil if the part is not a file.
    var fileName: String? { get }
    /// The media type that is sent; nil sends none.
    var mimeType: MimeType? { get }
    /// The content of the part.
    var content: MultipartForm.Content { get }
}

extension MultipartForm {
    /// The bytes of a part.
    public enum Content: Sendable, Hashable {
        /// The content is in memory.
        case data(Data)
        /// The content is a file, read while it is sent.
        case file(URL)
    }
}

extension MultipartForm.Content {
    fileprivate func holds(_ boundary: String) -> Bool {
        guard case .data(let data) = self else { return false }
        return data.range(of: Data(boundary.utf8)) != nil
    }
}

/// A text field of a form.
public struct TextField: MultipartField, Hashable {
    /// The name of the part.
    public let name: String
    /// The text, sent in UTF-8.
    public let value: String
    public var fileName: String? { nil }
    public var mimeType: MimeType? { "text/plain; charset=utf-8" }
    /// The text in UTF-8.
    public var content: MultipartForm.Content { .data(Data(value.utf8)) }

    /// Creates a field from a text.
    public init(named name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// A field of bytes in memory.
public struct DataField: MultipartField, Hashable {
    /// The name of the part.
    public let name: String
    /// The bytes, sent unchanged.
    public let data: Data
    public let mimeType: MimeType?
    public let fileName: String?
    /// The bytes, unchanged.
    public var content: MultipartForm.Content { .data(data) }

    /// Creates a field from bytes; without a file name the receiver does not treat it as a file.
    public init(named name: String, data: Data, mimeType: MimeType? = .octetStream, fileName: String? = nil) {
        self.name = name
        self.data = data
        self.mimeType = mimeType
        self.fileName = fileName
    }
}

/// A field with a file on disk, which is never in memory as a whole.
public struct FileField: MultipartField, Hashable {
    /// The name of the part.
    public let name: String
    /// The URL of the file, which is read while it is sent.
    public let file: URL
    public let mimeType: MimeType?
    public let fileName: String?
    /// The file's bytes.
    public var content: MultipartForm.Content { .file(file) }

    /// Creates a field from a file.
    ///
    /// - Parameters:
    ///   - name: The name of the part.
    ///   - file: The URL of the file, read while it is sent, again for each attempt.
    ///   - mimeType: The media type. Default: `application/octet-stream`.
    ///   - fileName: The file name that is sent. Default: that of the file.
    public init(named name: String, file: URL, mimeType: MimeType? = .octetStream, fileName: String? = nil) {
        self.name = name
        self.file = file
        self.mimeType = mimeType
        self.fileName = fileName ?? file.lastPathComponent
    }
}

extension MultipartForm {
    /// The result builder for the fields of a ``MultipartForm``; `if`, `switch` and `for` work.
    @resultBuilder
    public enum Builder {
        /// Collects a field.
        public static func buildExpression(_ field: any MultipartField) -> [any MultipartField] { [field] }
        /// Collects an array of fields.
        public static func buildExpression(_ fields: [any MultipartField]) -> [any MultipartField] { fields }
        /// Collects fields one after another.
        public static func buildBlock(_ parts: [any MultipartField]...) -> [any MultipartField] { parts.flatMap { $0 } }
        /// Supports `if` without `else`.
        public static func buildOptional(_ part: [any MultipartField]?) -> [any MultipartField] { part ?? [] }
        /// Supports `if`.
        public static func buildEither(first part: [any MultipartField]) -> [any MultipartField] { part }
        /// Supports `else`.
        public static func buildEither(second part: [any MultipartField]) -> [any MultipartField] { part }
        /// Supports `for`.
        public static func buildArray(_ parts: [[any MultipartField]]) -> [any MultipartField] { parts.flatMap { $0 } }
        /// Supports `if #available`.
        public static func buildLimitedAvailability(_ part: [any MultipartField]) -> [any MultipartField] { part }
    }
}
