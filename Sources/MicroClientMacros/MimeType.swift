/// A media type: one of those here, or any other as text.
public struct MimeType: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
    public var description: String { rawValue }

    // Source: the IANA registry of media types.
    public static let jpegImage: MimeType = "image/jpeg"
    public static let pngImage: MimeType = "image/png"
    public static let gifImage: MimeType = "image/gif"
    public static let webpImage: MimeType = "image/webp"
    public static let heicImage: MimeType = "image/heic"
    public static let svgImage: MimeType = "image/svg+xml"
    public static let json: MimeType = "application/json"
    public static let xml: MimeType = "application/xml"
    public static let pdf: MimeType = "application/pdf"
    public static let zip: MimeType = "application/zip"
    public static let gzip: MimeType = "application/gzip"
    public static let octetStream: MimeType = "application/octet-stream"
    public static let plainText: MimeType = "text/plain"
    public static let html: MimeType = "text/html"
    public static let css: MimeType = "text/css"
    public static let csv: MimeType = "text/csv"
    public static let javaScript: MimeType = "text/javascript"
    public static let mp3Audio: MimeType = "audio/mpeg"
    public static let wavAudio: MimeType = "audio/wav"
    public static let mp4Video: MimeType = "video/mp4"
    public static let quickTimeVideo: MimeType = "video/quicktime"
}
