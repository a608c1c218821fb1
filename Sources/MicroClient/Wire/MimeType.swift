/// A media type: one of those here, or any other as text.
public struct MimeType: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
    public var description: String { rawValue }

    // Source: the IANA registry of media types.
    /// `image/jpeg`
    public static let jpegImage: MimeType = "image/jpeg"
    /// `image/png`
    public static let pngImage: MimeType = "image/png"
    /// `image/gif`
    public static let gifImage: MimeType = "image/gif"
    /// `image/webp`
    public static let webpImage: MimeType = "image/webp"
    /// `image/heic`
    public static let heicImage: MimeType = "image/heic"
    /// `image/svg+xml`
    public static let svgImage: MimeType = "image/svg+xml"
    /// `application/json`
    public static let json: MimeType = "application/json"
    /// `application/xml`
    public static let xml: MimeType = "application/xml"
    /// `application/pdf`
    public static let pdf: MimeType = "application/pdf"
    /// `application/zip`
    public static let zip: MimeType = "application/zip"
    /// `application/gzip`
    public static let gzip: MimeType = "application/gzip"
    /// `application/octet-stream`: bytes of which nothing is known.
    public static let octetStream: MimeType = "application/octet-stream"
    /// `text/plain`, its charset not said.
    public static let plainText: MimeType = "text/plain"
    /// `text/html`
    public static let html: MimeType = "text/html"
    /// `text/css`
    public static let css: MimeType = "text/css"
    /// `text/csv`
    public static let csv: MimeType = "text/csv"
    /// `text/javascript`
    public static let javaScript: MimeType = "text/javascript"
    /// `audio/mpeg`
    public static let mp3Audio: MimeType = "audio/mpeg"
    /// `audio/wav`
    public static let wavAudio: MimeType = "audio/wav"
    /// `video/mp4`
    public static let mp4Video: MimeType = "video/mp4"
    /// `video/quicktime`
    public static let quickTimeVideo: MimeType = "video/quicktime"
}
