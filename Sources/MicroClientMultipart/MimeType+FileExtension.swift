extension MimeType {
    /// Creates the type of files with this extension: "png" gives `image/png`; nil for an unknown extension.
    ///
    /// - Parameter fileExtension: The extension without its dot, in any case.
    public init?(fileExtension: String) {
        guard let type = Self.byExtension[fileExtension.lowercased()] else { return nil }
        self = type
    }

    // Source: the IANA registry of media types.
    private static let byExtension: [String: MimeType] = [
        "aac": "audio/aac", "avi": "video/x-msvideo", "avif": "image/avif", "bin": octetStream, "bmp": "image/bmp",
        "bz2": "application/x-bzip2", "css": css, "csv": csv, "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "eml": "message/rfc822",
        "epub": "application/epub+zip", "flac": "audio/flac", "gif": gifImage, "gz": gzip, "heic": heicImage,
        "htm": html, "html": html, "ico": "image/vnd.microsoft.icon", "ics": "text/calendar", "jpeg": jpegImage,
        "jpg": jpegImage, "js": javaScript, "json": json, "jsonl": "application/jsonl", "md": "text/markdown",
        "mjs": javaScript, "mov": quickTimeVideo, "mp3": mp3Audio, "mp4": mp4Video, "mpeg": "video/mpeg",
        "odt": "application/vnd.oasis.opendocument.text", "ogg": "audio/ogg", "otf": "font/otf",
        "parquet": "application/vnd.apache.parquet",
        "pdf": pdf, "png": pngImage, "ppt": "application/vnd.ms-powerpoint",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation", "rtf": "application/rtf",
        "svg": svgImage, "tar": "application/x-tar", "tif": "image/tiff", "tiff": "image/tiff",
        "toml": "application/toml",
        "tsv": "text/tab-separated-values", "ttf": "font/ttf", "txt": plainText, "vcf": "text/vcard",
        "wasm": "application/wasm", "wav": wavAudio, "webm": "video/webm", "webp": webpImage, "woff": "font/woff",
        "woff2": "font/woff2", "xls": "application/vnd.ms-excel",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xml": xml,
        "yaml": "application/yaml",
        "yml": "application/yaml", "zip": zip, "zst": "application/zstd",
    ]
}
