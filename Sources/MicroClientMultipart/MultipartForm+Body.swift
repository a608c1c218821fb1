public import Foundation
public import MicroClient

extension MultipartForm {
    /// The content type, such as "multipart/form-data; boundary=microclient-…".
    public var contentType: String { "multipart/form-data; boundary=\(quotedBoundary)" }

    /// The boundary, in quotes if it is not a token.
    private var quotedBoundary: String {
        boundary.utf8.contains { "()/:=?, ".utf8.contains($0) } ? "\"\(boundary)\"" : boundary
    }

    /// Returns bytes when no part is a file, else a stream of known length that can be sent again.
    ///
    /// - Throws: `POSIXError` when a file cannot be read, or is not a regular one.
    public func source() throws -> BodySource {
        let pieces = pieces
        if case .data(let data)? = pieces.first, pieces.count == 1 { return .bytes(data) }
        let length = try pieces.reduce(Int64(0)) { try $0 + $1.length() }
        return .stream(
            BodySource.Stream(length: length, isReplayable: true) {
                let reader = MultipartReader(pieces)
                return { try await reader.next() }
            })
    }

    /// The parts as they are sent: bytes in memory joined, files by themselves.
    private var pieces: [MultipartForm.Content] {
        var pieces: [MultipartForm.Content] = []
        var pending = Data()
        for field in fields {
            pending += Data("--\(boundary)\r\n\(field.head)\r\n".utf8)
            switch field.content {
            case .data(let data): pending += data
            case .file:
                pieces += [.data(pending), field.content]
                pending = Data()
            }
            pending += Data("\r\n".utf8)
        }
        pending += Data("--\(boundary)--\r\n".utf8)
        return pieces + [.data(pending)]
    }

    /// Returns the whole form in memory, as ``source()`` sends it.
    ///
    /// - Throws: `CocoaError` when a file cannot be read.
    public func data() throws -> Data {
        var body = Data()
        for piece in pieces { body += try piece.data() }
        return body
    }
}

extension MultipartField {
    /// The part's header fields, each with its line end.
    package var head: String {
        var head = "Content-Disposition: form-data; name=\"\(name.escapedForDisposition)\""
        if let fileName { head += "; filename=\"\(fileName.escapedForDisposition)\"" }
        head += "\r\n"
        if let mimeType { head += "Content-Type: \(mimeType.rawValue.withoutControls)\r\n" }
        return head
    }
}

extension String {
    /// The text with quotes and line ends encoded, so that they cannot end the field; everything else is UTF-8.
    package var escapedForDisposition: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": text += "%22"
            case "\r": text += "%0D"
            case "\n": text += "%0A"
            case "\0": text += "%00"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    fileprivate var withoutControls: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    }
}

extension MultipartForm.Content {
    fileprivate func length() throws -> Int64 {
        switch self {
        case .data(let data): Int64(data.count)
        case .file(let url): try OrdinaryFile(url).length
        }
    }

    fileprivate func data() throws -> Data {
        switch self {
        case .data(let data): data
        case .file(let url): try OrdinaryFile(url).data()
        }
    }
}
