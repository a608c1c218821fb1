import OpenCollection
import Quoting
import Text

/// The body that a curl command describes.
struct CurlBody {
    private struct Piece: Hashable {
        var content: Content
        /// `--json` is joined to what is before it without a `&`.
        var isJSON = false
        /// `--data-binary` and `--json`: no row of a form, and line breaks of a file count.
        var isExact = false
        /// `--data-urlencode`, whose files are encoded too.
        var isEncoded = false
    }
    private enum Content: Hashable {
        case text(String)
        /// `--data-urlencode`; nil name: none.
        case field(name: String?, value: String)
        /// The content of a file, which is not read; a nil name means none.
        case file(name: String?, path: String)
        /// The output of another program, by its words; a nil name means none.
        case output(name: String?, of: String)
    }
    /// The standard input of the command; nil: that of whoever runs it.
    let input: ShellCommand.Input?
    private let files: CurlFiles
    private var pieces: [Piece] = []
    private var parts: [MultipartPart] = []
    private(set) var report = CurlReport()
    /// The files of `-T`, one for each URL.
    private(set) var uploads: [String] = []
    /// `-G`: the data goes into the URL.
    private var isInURL = false
    /// `--url-query`
    private var urlPieces: [Piece] = []

    init(input: ShellCommand.Input?, files: CurlFiles) { (self.input, self.files) = (input, files) }

    /// - Returns: whether the option is about the body.
    mutating func take(_ option: CurlArguments.Option) -> Bool {
        let value = option.value ?? ""
        switch option.name {
        case "data", "data-ascii": pieces.append(data(value, isExact: false))
        case "data-binary": pieces.append(data(value, isExact: true))
        case "json":
            pieces.append(data(value, isExact: true))
            pieces[pieces.count - 1].isJSON = true
        case "data-raw": pieces.append(Piece(content: .text(value)))
        case "data-urlencode": pieces.append(Piece(content: field(value), isEncoded: true))
        case "url-query":
            let isPlain = value.utf8.first == UInt8(ascii: "+")
            urlPieces.append(Piece(content: isPlain ? .text(Self.tail(value)) : field(value), isEncoded: true))
        case "get": isInURL = true
        case "form": takePart(value)
        case "form-string": takePlainPart(value)
        case "upload-file": uploads.append(value)
        default: return false
        }
        return true
    }

    func method(uploading upload: String?) -> String {
        if upload != nil { return "PUT" }
        return (pieces.isEmpty && parts.isEmpty) || isInURL ? "GET" : "POST"
    }

    private static func tail(_ text: String) -> String { String(text.unicodeScalars.dropFirst()) }

    /// "content", "@file", "@-"
    private func data(_ value: String, isExact: Bool) -> Piece {
        guard value.utf8.first == UInt8(ascii: "@") else { return Piece(content: .text(value), isExact: isExact) }
        var content = self.content(of: Self.tail(value), name: nil)
        if !isExact, case .text(let text) = content { content = .text(Self.withoutLineEnds(text)) }
        return Piece(content: content, isExact: isExact)
    }

    /// `-d` takes these out of what it reads.
    private static func withoutLineEnds(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !"\r\n\0".unicodeScalars.contains($0) }))
    }

    /// The piece, with the text of its file if that can be read.
    private func read(_ piece: Piece) -> Piece {
        guard case .file(let name, let path) = piece.content, let text = files.text(path) else { return piece }
        var read = piece
        read.content =
            piece.isEncoded ? .field(name: name, value: text) : .text(piece.isExact ? text : Self.withoutLineEnds(text))
        return read
    }

    /// Returns the content of a file; the standard input is called "-".
    private func content(of path: String, name: String?) -> Content {
        guard path == "-" else { return .file(name: name, path: path) }
        switch input {
        case .text(let text): return name == nil ? .text(text) : .field(name: name, value: text)
        case .file(let path): return .file(name: name, path: path)
        case .program(let words): return .output(name: name, of: words)
        case nil: return .output(name: name, of: "the standard input")
        }
    }

    /// "content", "=content", "name=content", "@file", "name@file": an `@` before a `=` belongs to the name.
    private func field(_ value: String) -> Content {
        let scalars = value.unicodeScalars
        guard let mark = scalars.firstIndex(of: "=") ?? scalars.firstIndex(of: "@") else {
            return .field(name: nil, value: value)
        }
        let name = mark == scalars.startIndex ? nil : String(scalars[..<mark])
        let rest = String(scalars[mark...].dropFirst())
        guard scalars[mark] == "@" else { return .field(name: name, value: rest) }
        let content = content(of: rest, name: name)
        if case .text(let text) = content { return .field(name: nil, value: text) }
        return content
    }

    // MARK: Parts

    private mutating func takePlainPart(_ text: String) {
        let (name, value) = Self.cut(text)
        parts.append(MultipartPart(name: name, isFile: false, values: [value]))
    }

    /// `name=value;type=...`, `name=@file,file;type=...`, in quotes where they hold such signs.
    private mutating func takePart(_ text: String) {
        let (name, rest) = Self.cut(text)
        var reading = CurlPartReading(rest)
        let sign = rest.unicodeScalars.first
        if sign == "@" || sign == "<" { reading.skip() }
        let values = reading.values(separatedByCommas: sign == "@")
        var part = MultipartPart(name: name, isFile: sign == "@", values: values)
        if sign == "<" { part.values = [self.text(ofPart: name, in: values.first ?? "")] }
        if sign == "@" { checkFiles(of: part) }
        for (key, value) in reading.options() { take(key, value, of: &part) }
        parts.append(part)
    }

    private mutating func text(ofPart name: String, in path: String) -> String {
        switch content(of: path, name: nil) {
        case .text(let text), .field(_, let text): return text
        case .file(_, let path):
            if let text = files.text(path) { return text }
            report.losses.append(Self.loss("The text of the part \(name)", isFile: path))
        case .output(_, let words): report.losses.append(Self.loss("The text of the part \(name)", isOutputOf: words))
        }
        return ""
    }

    private mutating func checkFiles(of part: MultipartPart) {
        if part.values.contains("-") {
            report.losses.append(Self.loss("The file of the part \(part.name)", isOutputOf: "the standard input"))
        }
        if part.values.count > 1 {
            report.notes.append(
                "curl puts the files of the part \(part.name) into one part; here each is a part of that name.")
        }
    }

    private mutating func take(_ key: String, _ value: String, of part: inout MultipartPart) {
        let name = part.values.first?.split(at: "/").last
        if key == "type" {
            part.contentType = value
        } else if key != "filename" || name?.hasSameBytes(as: value) != true {
            report.losses.append("\(key)=\(value) of the part \(part.name) is left out: a request cannot keep it.")
        }
    }

    private static func cut(_ text: String) -> (name: String, value: String) { text.cut(at: "=") ?? (text, "") }

    // MARK: URL

    private var queryPieces: [Piece] { (urlPieces + (isInURL ? pieces : [])).map(read) }
    private var bodyPieces: [Piece] { isInURL ? [] : bodyFile == nil ? pieces.map(read) : pieces }

    /// The file that is the whole body, as it is.
    private var bodyFile: String? {
        guard !isInURL, pieces.count == 1, !pieces[0].isEncoded, case .file(_, let path) = pieces[0].content else {
            return nil
        }
        if !pieces[0].isExact, let text = files.text(path), !Self.withoutLineEnds(text).hasSameBytes(as: text) {
            return nil
        }
        return path
    }

    /// The URL with what `-G` and `--url-query` put there, before its fragment.
    func url(_ url: String) -> String {
        let items = queryPieces.compactMap(Self.text)
        guard !items.isEmpty else { return url }
        let scalars = url.unicodeScalars
        let end = scalars.firstIndex(of: "#") ?? scalars.endIndex
        let start = String(scalars[..<end])
        let hasItems = start.utf8.contains(UInt8(ascii: "?"))
        let joint = "?&".utf8.contains(start.utf8.last ?? 0) ? "" : hasItems ? "&" : "?"
        return start + joint + items.joined(separator: "&") + String(scalars[end...])
    }

    /// The text of a piece; a part that is not known is empty, or nil if it has no name.
    private static func text(_ piece: Piece) -> String? {
        switch piece.content {
        case .text(let text): text
        case .field(let name?, let value): "\(name)=\(CurlSpelling.encodedByCurl(value))"
        case .field(nil, let value): CurlSpelling.encodedByCurl(value)
        case .file(let name, _), .output(let name, _): name.map { "\($0)=" }
        }
    }

    // MARK: What is left out

    private func losses(_ pieces: [Piece], unnamed: String, named kind: String) -> [String] {
        pieces.compactMap { piece in
            switch piece.content {
            case .text, .field: nil
            case .file(let name, let path): Self.loss(Self.place(name, unnamed, kind), isFile: path)
            case .output(let name, let words): Self.loss(Self.place(name, unnamed, kind), isOutputOf: words)
            }
        }
    }

    private static func place(_ name: String?, _ unnamed: String, _ kind: String) -> String {
        name.map { "The value of the \(kind) \(CurlSpelling.decoded($0))" } ?? unnamed
    }

    private static func loss(_ what: String, isFile path: String) -> String {
        "\(what) is the file \(path): it is left out, put its text in."
    }

    private static func loss(_ what: String, isOutputOf words: String) -> String {
        "\(what) is what \(words) prints: it is left out, put it in."
    }

    // MARK: Into a request

    func put(into definition: inout RequestDefinition, uploading upload: String?, _ report: inout CurlReport) {
        report.add(self.report)
        report.losses += losses(queryPieces, unnamed: "A part of the query", named: "query parameter")
        if let upload {
            let isInput = upload == "-" || upload == "."
            return put(content(of: isInput ? "-" : upload, name: nil), uploadingInto: &definition, &report)
        }
        if !parts.isEmpty {
            definition.body.kind = .multipart
            definition.body.parts = parts
            return
        }
        if !bodyPieces.isEmpty { putPieces(into: &definition, &report) }
    }

    private func put(_ content: Content, uploadingInto definition: inout RequestDefinition, _ report: inout CurlReport)
    {
        let hasType = definition.value(ofHeader: "Content-Type") != nil
        switch content {
        case .file(_, let path): putFile(path, type: nil, into: &definition, &report)
        case .text(let text), .field(_, let text):
            definition.body.kind = .text
            definition.body.text = text
        case .output(_, let words): return report.losses.append(Self.loss("The body", isOutputOf: words))
        }
        if !hasType {
            report.notes.append("curl sends no Content-Type with -T; here it says that the body is a file, or a text.")
        }
    }

    private func putPieces(into definition: inout RequestDefinition, _ report: inout CurlReport) {
        let isJSON = bodyPieces.contains(where: \.isJSON)
        if isJSON { definition.addUnlessSet("Accept", "application/json") }
        let type = isJSON ? "application/json" : CurlText.form
        if let path = bodyFile {
            putFile(path, type: type, into: &definition, &report)
            if !bodyPieces[0].isExact, files.text(path) == nil {
                report.notes.append(
                    "curl takes the line breaks out of \(path) before it sends it; here it is sent as it is.")
            }
            return
        }
        let unnamed = bodyPieces.count == 1 ? "The body" : "A part of the body"
        report.losses += losses(bodyPieces, unnamed: unnamed, named: "field")
        if let text = bodyText { CurlText(text, rows: formRows, type: type).put(into: &definition, &report) }
    }

    /// The whole text; nil if nothing of it is known.
    private var bodyText: String? {
        var result: String?
        for piece in bodyPieces {
            guard let text = Self.text(piece) else { continue }
            result = result.map { $0 + (piece.isJSON ? "" : "&") + text } ?? text
        }
        return result
    }

    private func putFile(
        _ path: String, type: String?, into definition: inout RequestDefinition, _ report: inout CurlReport
    ) {
        definition.body.kind = .file
        let given = definition.value(ofHeader: "Content-Type")
        definition.body.files = [BodyFile(path, contentType: given == nil ? type ?? "" : "", isSelected: true)]
        if !Placeholder.all(in: path).isEmpty {
            report.losses.append("A variable has no effect in \(path), the file that is the body: write its path.")
        }
    }

    /// The rows of a form that are sent as the text is; nil if no rows are. The content of a file without a name is in none.
    private var formRows: [Field]? {
        var rows: [Field] = []
        for piece in bodyPieces {
            guard !piece.isExact else { return nil }
            switch piece.content {
            case .field(nil, _): return nil
            case .file(nil, _), .output(nil, _): break
            case .file(let name?, _), .output(let name?, _): rows.append(Field(CurlSpelling.decoded(name), ""))
            case .field(let name?, let value): rows.append(Field(CurlSpelling.decoded(name), value))
            case .text(let text):
                // The value of a variable is encoded in a row, and not in a text.
                guard Placeholder.all(in: text).isEmpty, let pairs = Self.pairs(text) else { return nil }
                rows += pairs
            }
        }
        let text = rows.map { "\(PercentCoding.encodeForm($0.name))=\(CurlSpelling.encodedTemplate($0.value))" }.joined(
            separator: "&")
        return rows.allSatisfy({ !$0.name.isEmpty }) && bodyText?.hasSameBytes(as: text) == true ? rows : nil
    }

    private static func pairs(_ text: String) -> [Field]? {
        var rows: [Field] = []
        for pair in text.split(at: "&") {
            guard let (name, value) = pair.cut(at: "=") else { return nil }
            rows.append(Field(CurlSpelling.decoded(name), CurlSpelling.decoded(value)))
        }
        return rows
    }
}
