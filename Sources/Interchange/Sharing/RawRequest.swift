import OpenCollection
import Quoting
import Text

/// Reads requests as they go over the wire, or as `.http` files hold them: the line of method and target, fields, an empty line, the body.
enum RawRequest {
    /// Reads the method and the target of a first line; returns nil if it is none.
    ///
    /// A target has to look like a URL where no version follows it.
    static func line(_ text: String) -> RequestLine? {
        var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let hasVersion = words.count == 3 && words[2].hasPrefix("HTTP/")
        if hasVersion { words.removeLast() }
        guard words.count == 2, let line = RequestLine(words.joined(separator: " ")),
            hasVersion || ReceivedRequest.beginsLikeURL(line.url) || line.url.hasPrefix("/")
        else { return nil }
        return line
    }

    /// Reads the requests of a text, divided by lines that begin with `###`; returns none if the first part is no request.
    static func requests(in text: String) -> [ReceivedRequest] {
        var parts: [(title: String, lines: [String])] = [("", [])]
        for line in text.split(at: "\n") {
            if line.hasPrefix("###") {
                parts.append((line.drop { $0 == "#" }.trimmedWhitespace, []))
            } else {
                parts[parts.count - 1].lines.append(line)
            }
        }
        var requests: [ReceivedRequest] = []
        var before: [String] = []
        for part in parts {
            let own = part.lines.prefix(while: isBeforeRequest)
            before += own
            guard own.count < part.lines.count else { continue }
            guard let request = request(Array(part.lines.dropFirst(own.count)), before, named: part.title) else {
                break
            }
            requests.append(request)
            before = []
        }
        return requests
    }

    private static func isBeforeRequest(_ line: String) -> Bool {
        line.trimmedWhitespace.isEmpty || ["#", "@"].contains(line.first) || line.hasPrefix("//")
    }

    // MARK: One

    private static func request(_ lines: [String], _ before: [String], named title: String) -> ReceivedRequest? {
        var rest = lines
        // The query of a file may go on in the lines below.
        while rest.count > 1, let mark = rest[1].trimmedWhitespace.first, mark == "?" || mark == "&",
            line(rest[0]) != nil
        {
            rest[0] = rest[0].trimmedWhitespace + rest.remove(at: 1).trimmedWhitespace
        }
        guard let head = PastedHead(rest.joined(separator: "\n")), let target = target(of: head),
            rest.count > 1 || rest[0].contains(" HTTP/")
        else { return nil }
        var request = received(head, target)
        let names = before.compactMap { $0.firstMatch(of: /^(?:#|\/\/)\s*@name\s+(.+?)\s*$/)?.1 }
        let name = names.first.map(String.init) ?? title
        if !name.isEmpty { request = request.named(name) }
        let variables = before.filter { $0.hasPrefix("@") }
        if !variables.isEmpty {
            request.losses.append(
                "Variables of the file are left out: give \(variables.joined(separator: ", ")) a value.")
        }
        return request
    }

    private static func target(of head: PastedHead) -> RequestLine? {
        if let first = head.first { return line(first) }
        guard let method = head.pseudo[":method"], let path = head.pseudo[":path"] else { return nil }
        return RequestLine("\(method) \(path)")
    }

    private static func received(_ head: PastedHead, _ target: RequestLine) -> ReceivedRequest {
        var report = CurlReport()
        var definition = RequestDefinition.received
        definition.method = target.method
        definition = definition.settingURL(url(target.url, head, &report))
        for field in head.fields where !ReceivedRequest.isSetBySending(field.name) {
            if field.name.lowercased() == "authorization", field.value.beginsWithBytes(of: "Bearer ") {
                definition.auth = .bearer(token: String(field.value.dropFirst(7)).trimmedWhitespace)
            } else {
                definition.headers.append(field)
            }
        }
        put(body(of: head), into: &definition, &report)
        return ReceivedRequest.made(.http, definition, notes: report.notes, losses: report.losses)
    }

    // MARK: URL

    /// Completes a path by the host that a field says.
    private static func url(_ target: String, _ head: PastedHead, _ report: inout CurlReport) -> String {
        guard target.hasPrefix("/") else {
            return ReceivedRequest.beginsLikeURL(target) ? target : "http://" + target
        }
        guard let host = head.pseudo[":authority"] ?? value("host", in: head), !host.isEmpty else {
            report.notes.append("It names no host: the URL begins with {{baseUrl}}.")
            return "{{baseUrl}}" + target
        }
        return "\(scheme(of: host, head, &report))://\(host)\(target)"
    }

    /// Takes the scheme from a page of the same host that the request came from, else guesses it and says so.
    private static func scheme(of host: String, _ head: PastedHead, _ report: inout CurlReport) -> String {
        if let scheme = head.pseudo[":scheme"] { return scheme }
        let pages = ["origin", "referer"].compactMap { value($0, in: head) }.map { URLReference($0) }
        if let page = pages.first(where: { $0.authority?.lowercased() == host.lowercased() }), let scheme = page.scheme
        {
            return scheme
        }
        let authority = URLReference("//" + host)
        let isLocal = ["localhost", "127.0.0.1", "[::1]", "::1"].contains(authority.host ?? "")
        let scheme = isLocal || ![nil, 443, 8443].contains(authority.port) ? "http" : "https"
        report.notes.append("It does not say whether it is http or https: \(scheme) is taken.")
        return scheme
    }

    private static func value(_ name: String, in head: PastedHead) -> String? {
        head.fields.last { $0.name.lowercased() == name }?.value
    }

    // MARK: Body

    /// Cuts the body where `Content-Length` says, if nothing but whitespace follows; else takes the line ends off its end.
    private static func body(of head: PastedHead) -> String {
        let body = head.body
        if let length = value("content-length", in: head).flatMap({ Int($0) }), length >= 0, length <= body.utf8.count {
            let end = body.utf8.index(body.utf8.startIndex, offsetBy: length)
            if String(decoding: body.utf8[end...], as: UTF8.self).trimmedWhitespace.isEmpty {
                return String(decoding: body.utf8[..<end], as: UTF8.self)
            }
        }
        var scalars = body.unicodeScalars
        while let last = scalars.last, "\r\n".unicodeScalars.contains(last) { scalars.removeLast() }
        return String(scalars)
    }

    /// Puts the body in; its kind follows `Content-Type`, or the text itself if that is missing.
    private static func put(_ text: String, into definition: inout RequestDefinition, _ report: inout CurlReport) {
        guard !text.isEmpty else { return }
        var body = CurlBody(input: nil, files: .none)
        if let path = text.wholeMatch(of: /<@?\s+(\S+)\s*/)?.1 {
            return body.put(into: &definition, uploading: String(path), &report)
        }
        if definition.value(ofHeader: "content-type") == nil {
            definition.headers.append(Field("Content-Type", PastedText(text).body.mediaType))
        }
        _ = body.take(CurlArguments.Option(name: "data-raw", value: text, written: "--data-raw"))
        body.put(into: &definition, uploading: nil, &report)
    }
}

extension PastedText.Body {
    fileprivate var mediaType: String {
        switch self {
        case .json: "application/json"
        case .xml: "application/xml"
        case .form: CurlText.form
        case .text: "text/plain"
        }
    }
}
