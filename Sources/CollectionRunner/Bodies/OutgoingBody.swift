import Foundation
import MicroClient
import MicroClientMultipart
import OpenCollection

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
            let form = MultipartForm(try parts.map { try $0.field(files) }, boundary: type?.boundary)
            source = try form.source()
            self.contentType = type?.with(form)
        }
    }
}

/// The media type of a form; a boundary that it names is the form's.
private struct FormType {
    private let text: String
    let boundary: String?

    /// Nil without a header, and for one that names another type.
    init?(_ text: String?) {
        guard let text, text.lowercased().hasPrefix("multipart/") else { return nil }
        self.text = text
        boundary = Self.boundary(in: text)
    }

    func with(_ form: MultipartForm) -> String {
        guard boundary == nil, let parameter = form.contentType.split(separator: ";").last else { return text }
        return "\(text);\(parameter)"
    }

    /// - Source: RFC 2046, section 5.1.1.
    private static func boundary(in text: String) -> String? {
        for parameter in text.split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, parts[0].lowercased() == "boundary" else { continue }
            let value = parts[1].trimmingCharacters(in: CharacterSet(charactersIn: "\""))
            return value.isEmpty ? nil : value
        }
        return nil
    }
}

extension RenderedPart {
    /// - Throws: ``RequestFileError``.
    fileprivate func field(_ files: RequestFiles) throws -> any MultipartField {
        let type = contentType.map { MimeType(rawValue: $0) }
        switch content {
        case .text(let text): return DataField(named: name, data: Data(text.utf8), mimeType: type)
        case .file(let path):
            // A link's own name, not that of the file that it leads to.
            let named = URL(fileURLWithPath: path)
            return FileField(
                named: name, file: try files.url(of: path),
                mimeType: type ?? MimeType(fileExtension: named.pathExtension) ?? .octetStream,
                fileName: named.lastPathComponent)
        }
    }
}
