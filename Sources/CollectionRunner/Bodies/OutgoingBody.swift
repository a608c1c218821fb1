import Exchanges
import Foundation
import MicroClient
import MicroClientMultipart
import OpenCollection
import Secrets
import Text

/// The body of a rendered request as the library takes it.
struct OutgoingBody {
    let source: BodySource
    /// The value of the Content-Type header in the place of the rendered one; nil leaves it.
    var contentType: String?

    /// - Throws: ``RequestFileError``.
    init(_ body: RenderedBody, contentType: String?, files: RequestFiles) throws {
        switch body {
        case .none: source = .none
        case .bytes(let bytes, _): source = .bytes(Data(bytes))
        case .file(let path): source = .file(try files.url(of: path))
        case .multipart(let parts):
            let type = FormType(contentType)
            let form = MultipartForm(try parts.map { try $0.field(files.url) }, boundary: type?.boundary)
            source = try form.source()
            self.contentType = type?.with(form)
        }
    }
}

/// The media type of a form; a boundary that it names is the form's.
private struct FormType {
    private let text: String
    let boundary: String?

    /// Reads a media type; nil without a header, or if it names a type other than multipart.
    init?(_ text: String?) {
        guard let text, text.lowercased().hasPrefix("multipart/") else { return nil }
        self.text = text
        boundary = MultipartHead.boundary(ofType: text)
    }

    func with(_ form: MultipartForm) -> String {
        guard boundary == nil, let parameter = form.contentType.split(separator: ";").last else { return text }
        return "\(text);\(parameter)"
    }
}

extension RenderedPart {
    /// - Parameter url: Returns the URL of a file by its path in the collection.
    fileprivate func field(_ url: (String) throws -> URL) rethrows -> any MultipartField {
        let type = contentType.map { MimeType(rawValue: $0) }
        switch content {
        case .text(let text): return DataField(named: name, data: Data(text.utf8), mimeType: type)
        case .file(let path):
            // A link's own name, not that of the file that it leads to.
            let named = URL(fileURLWithPath: path)
            return FileField(
                named: name, file: try url(path),
                mimeType: type ?? MimeType(fileExtension: named.pathExtension) ?? .octetStream,
                fileName: named.lastPathComponent)
        }
    }

    /// The places of secrets in it: in the text, or in the name of the file.
    fileprivate var secretParts: [SecretSet.BodyPart] {
        guard !spans.isEmpty else { return [] }
        let head = field { URL(fileURLWithPath: $0) }.head
        switch content {
        case .text(let text):
            return [.init(SecretText(Array(text.utf8), spans) + "\r\n", behind: Array("\(head)\r\n".utf8))]
        case .file(let path):
            let whole = SecretText(Array(path.utf8), spans)
            let start = whole.bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
            let name = whole[start...].encoded(\.escapedForDisposition)
            guard let label = head.range(of: "; filename=\""), !name.spans.isEmpty else { return [] }
            return [.init(name + "\"", behind: Array(head[..<label.upperBound].utf8))]
        }
    }
}

extension RenderedRequest {
    /// The places of secrets in the parts of its form.
    var secretParts: [SecretSet.BodyPart] {
        if case .multipart(let parts) = body { parts.flatMap(\.secretParts) } else { [] }
    }
}
