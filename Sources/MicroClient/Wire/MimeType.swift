/// A media type: one of those here, or any other as text.
public struct MimeType: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
    public var description: String { rawValue }

    // Source: the IANA registry of media types.
    /// The media type `image/jpeg`.
    public static let jpegImage: MimeType = "image/jpeg"
    /// The media type `image/png`.
    public static let pngImage: MimeType = "image/png"
    /// The media type `image/gif`.
    public static let gifImage: MimeType = "image/gif"
    /// The media type `image/webp`.
    public static let webpImage: MimeType = "image/webp"
    /// The media type `image/heic`.
    public static let heicImage: MimeType = "image/heic"
    /// The media type `image/svg+xml`.
    public static let svgImage: MimeType = "image/svg+xml"
    /// The media type `application/json`.
    public static let json: MimeType = "application/json"
    /// The media type `application/xml`.
    public static let xml: MimeType = "application/xml"
    /// The media type `application/pdf`.
    public static let pdf: MimeType = "application/pdf"
    /// The media type `application/zip`.
    public static let zip: MimeType = "application/zip"
    /// The media type `application/gzip`.
    public static let gzip: MimeType = "application/gzip"
    /// The media type `application/octet-stream`, for bytes of an unknown kind.
    public static let octetStream: MimeType = "application/octet-stream"
    /// The media type `text/plain`, without a charset.
    public static let plainText: MimeType = "text/plain"
    /// The media type `text/html`.
    public static let html: MimeType = "text/html"
    /// The media type `text/css`.
    public static let css: MimeType = "text/css"
    /// The media type `text/csv`.
    public static let csv: MimeType = "text/csv"
    /// The media type `text/javascript`.
    public static let javaScript: MimeType = "text/javascript"
    /// The media type `audio/mpeg`.
    public static let mp3Audio: MimeType = "audio/mpeg"
    /// The media type `audio/wav`.
    public static let wavAudio: MimeType = "audio/wav"
    /// The media type `video/mp4`.
    public static let mp4Video: MimeType = "video/mp4"
    /// The media type `video/quicktime`.
    public static let quickTimeVideo: MimeType = "video/quicktime"
}
