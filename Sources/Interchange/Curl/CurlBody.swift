import OpenCollection

/// What a command of curl says of the body.
struct CurlBody {
    private enum Piece: Hashable {
        case text(String)
        /// `--data-urlencode`; nil name: none.
        case field(name: String?, value: String)
        /// What a file holds, which is not read. With the name of `--data-urlencode`; nil name: none.
        case file(name: String?, path: String)
    }
    private var pieces: [Piece] = []
    private var parts: [MultipartPart] = []
    private var partNotes: [String] = []
    private var isJSON = false
    /// The file of `-T`, which is the whole body; curl takes no data beside it.
    private var upload: String?
    /// `-G`: the data goes into the URL.
    private var isInURL = false
    /// `--url-query`
    private var urlPieces: [Piece] = []

    /// - Returns: whether the option is about the body.
    mutating func take(_ option: CurlArguments.Option) -> Bool {
        let value = option.value ?? ""
        switch option.name {
        case "data", "data-ascii", "data-binary": pieces.append(Self.data(value))
        case "json":
            isJSON = true
            pieces.append(Self.data(value))
        case "data-raw": pieces.append(.text(value))
        case "data-urlencode": pieces.append(Self.field(value))
        case "url-query":
            urlPieces.append(
                value.utf8.first == UInt8(ascii: "+")
                    ? .text(String(value.unicodeScalars.dropFirst())) : Self.field(value))
        case "get": isInURL = true
        case "form": takePart(value)
        case "form-string": takePlainPart(value)
        case "upload-file": upload = upload ?? value
        default: return false
        }
        return true
    }

    var method: String {
        if upload != nil { return "PUT" }
        return (pieces.isEmpty && parts.isEmpty) || isInURL ? "GET" : "POST"
    }

    /// "content", "@file"
    private static func data(_ value: String) -> Piece {
        value.utf8.first == UInt8(ascii: "@")
            ? .file(name: nil, path: String(value.unicodeScalars.dropFirst())) : .text(value)
    }

    /// "content", "=content", "name=content", "@file", "name@file": an `@` before a `=` belongs to the name.
    private static func field(_ value: String) -> Piece {
        let scalars = value.unicodeScalars
        guard let mark = scalars.firstIndex(of: "=") ?? scalars.firstIndex(of: "@") else {
            return .field(name: nil, value: value)
        }
        let name = mark == scalars.startIndex ? nil : String(scalars[..<mark])
        let rest = String(scalars[mark...].dropFirst())
        return scalars[mark] == "@" ? .file(name: name, path: rest) : .field(name: name, value: rest)
    }

    // MARK: Parts

    private mutating func takePlainPart(_ text: String) {
        let (name, value) = Self.cut(text)
        parts.append(MultipartPart(name: name, isFile: false, values: [value]))
    }

    /// `name=value;type=…`, `name=@file,file;type=…`, in quotes where they hold such signs.
    private mutating func takePart(_ text: String) {
        let (name, rest) = Self.cut(text)
        var reading = PartReading(rest)
        let isFile = rest.unicodeScalars.first == "@"
        if rest.unicodeScalars.first == "<" {
            partNotes.append(
                "The text of the part \(name) is the file \(String(rest.unicodeScalars.dropFirst())): put it in.")
        }
        if isFile { reading.skip() }
        let values = reading.values(separatedByCommas: isFile)
        var part = MultipartPart(name: name, isFile: isFile, values: values)
        for (key, value) in reading.options() {
            if key == "type" {
                part.contentType = value
            } else {
                partNotes.append("\(key)=\(value) of the part \(name) is left out.")
            }
        }
        parts.append(part)
    }

    private static func cut(_ text: String) -> (name: String, value: String) {
        let scalars = text.unicodeScalars
        guard let sign = scalars.firstIndex(of: "=") else { return (text, "") }
        return (String(scalars[..<sign]), String(scalars[sign...].dropFirst()))
    }

    // MARK: Into a request

    private var queryPieces: [Piece] { urlPieces + (isInURL ? pieces : []) }
    private var bodyPieces: [Piece] { isInURL ? [] : pieces }

    /// The URL with what `-G` and `--url-query` put there.
    func url(_ url: String) -> String {
        let items = queryPieces.compactMap(Self.text)
        guard !items.isEmpty else { return url }
        return url + (url.contains("?") ? "&" : "?") + items.joined(separator: "&")
    }

    /// Nil for a file without a name, of which nothing is known. A file with a name has an empty value.
    private static func text(_ piece: Piece) -> String? {
        switch piece {
        case .text(let text): text
        case .field(let name?, let value): "\(name)=\(FormText.encodedTemplate(value))"
        case .field(nil, let value): FormText.encodedTemplate(value)
        case .file(let name, _): name.map { "\($0)=" }
        }
    }

    /// A line for each file, with what it is of the request.
    private var fileNotes: [String] {
        let body = bodyPieces.count == 1 ? "The body" : "A part of the body"
        var notes: [String] = []
        if let upload { notes.append(Self.note("The body", isFile: upload)) }
        notes += queryPieces.compactMap { Self.note($0, unnamed: "A part of the query", named: "query parameter") }
        notes += bodyPieces.compactMap { Self.note($0, unnamed: body, named: "field") }
        return notes
    }

    private static func note(_ piece: Piece, unnamed: String, named kind: String) -> String? {
        guard case .file(let name, let path) = piece else { return nil }
        return note(name.map { "The value of the \(kind) \(FormText.decoded($0))" } ?? unnamed, isFile: path)
    }

    private static func note(_ what: String, isFile path: String) -> String {
        "\(what) is the file \(path): it is left out, put its text in."
    }

    func put(into definition: inout RequestDefinition, _ notes: inout [String]) {
        notes += partNotes + fileNotes
        if !parts.isEmpty {
            definition.body.kind = .multipart
            definition.body.parts = parts
            return
        }
        guard !bodyPieces.isEmpty else { return }
        if isJSON { setUnlessSet("Accept", "application/json", in: &definition) }
        let texts = bodyPieces.compactMap(Self.text)
        if !texts.isEmpty { put(texts, into: &definition, &notes) }
    }

    private func put(_ texts: [String], into definition: inout RequestDefinition, _ notes: inout [String]) {
        let index = definition.headers.firstIndex { $0.name.lowercased() == "content-type" }
        let form = "application/x-www-form-urlencoded"
        let given = index.map { definition.headers[$0].value } ?? (isJSON ? "application/json" : form)
        let kind = Self.kind(of: given)
        definition.body.kind = kind
        if kind == .formURLEncoded, let rows = formRows {
            definition.body.form = rows
        } else {
            if kind == .formURLEncoded { definition.body.kind = .text }
            definition.body.text = texts.joined(separator: isJSON ? "" : "&")
        }
        let own = Self.type(of: definition.body.kind)
        if let index {
            if given.lowercased() == own { definition.headers.remove(at: index) }
        } else if given != own {
            definition.headers.append(Field("Content-Type", given))
            if definition.body.text.first.map("{[".contains) == true {
                notes.append(
                    "curl sends this body as \(form), though it looks like JSON: the header Content-Type says so.")
            }
        }
    }

    private static func kind(of type: String) -> RequestBody.Kind {
        let type = type.split(separator: ";").first.map { $0.trimmingBlanks.lowercased() } ?? ""
        if type == "application/json" || type.hasSuffix("+json") { return .json }
        if ["application/xml", "text/xml"].contains(type) || type.hasSuffix("+xml") { return .xml }
        if type == "application/sparql-query" { return .sparql }
        return type == "application/x-www-form-urlencoded" ? .formURLEncoded : .text
    }

    private static func type(of kind: RequestBody.Kind) -> String {
        switch kind {
        case .json: "application/json"
        case .xml: "application/xml"
        case .sparql: "application/sparql-query"
        case .formURLEncoded: "application/x-www-form-urlencoded"
        default: "text/plain"
        }
    }

    /// Rows that are sent as the text is; nil when no rows say the same. What a file without a name holds is in none.
    private var formRows: [Field]? {
        var rows: [Field] = []
        for piece in pieces {
            switch piece {
            case .field(nil, _): return nil
            case .file(nil, _): break
            case .file(let name?, _): rows.append(Field(FormText.decoded(name), ""))
            case .field(let name?, let value): rows.append(Field(FormText.decoded(name), value))
            case .text(let text):
                for pair in text.split(separator: "&", omittingEmptySubsequences: false) {
                    guard let sign = pair.firstIndex(of: "=") else { return nil }
                    let value = pair[pair.index(after: sign)...]
                    rows.append(Field(FormText.decoded(String(pair[..<sign])), FormText.decoded(String(value))))
                }
            }
        }
        return rows.allSatisfy { !$0.name.isEmpty && !$0.name.contains("{{") } ? rows : nil
    }

    private func setUnlessSet(_ name: String, _ value: String, in definition: inout RequestDefinition) {
        guard !definition.headers.contains(where: { $0.name.lowercased() == name.lowercased() }) else { return }
        definition.headers.append(Field(name, value))
    }
}

/// The value of `-F` behind its sign.
private struct PartReading {
    private var rest: Substring.UnicodeScalarView

    init(_ text: String) { rest = text[...].unicodeScalars }

    mutating func skip() { rest = rest.dropFirst() }

    mutating func values(separatedByCommas: Bool) -> [String] {
        var values = [word(until: separatedByCommas ? ",;" : ";")]
        while separatedByCommas, rest.first == "," {
            rest = rest.dropFirst()
            values.append(word(until: ",;"))
        }
        return values
    }

    /// `;type=text/plain;filename=x`
    mutating func options() -> [(name: String, value: String)] {
        var options: [(String, String)] = []
        while rest.first == ";" {
            rest = rest.dropFirst()
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest.dropFirst(name.count)
            if rest.first == "=" { rest = rest.dropFirst() }
            options.append((String(name).trimmingBlanks, word(until: ";")))
        }
        return options
    }

    private mutating func word(until ends: String) -> String {
        guard rest.first == "\"" else {
            let word = rest.prefix { !ends.unicodeScalars.contains($0) }
            rest = rest.dropFirst(word.count)
            return String(word)
        }
        rest = rest.dropFirst()
        var word = String.UnicodeScalarView()
        while let next = rest.popFirst(), next != "\"" {
            let isEscape = next == "\\" && rest.first.map("\"\\".unicodeScalars.contains) == true
            word.append(isEscape ? rest.removeFirst() : next)
        }
        return String(word)
    }
}
