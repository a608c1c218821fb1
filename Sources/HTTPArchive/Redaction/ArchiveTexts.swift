/// A text of an archive, by what it is: that decides how it is read.
enum ArchiveText {
    /// The value of a header field, of an item or of a field of a form, under its name.
    case value(of: String, isHeader: Bool)
    case cookie(String)
    case body(type: String, isBase64: Bool)
    /// The value of a member that the format does not define, under its name and the names around it.
    case member([String])
    /// The name of such a member.
    case name
    /// Any other text: it may hold URLs, JSON and tokens.
    case other
}

extension HAR.JSON {
    /// Returns the value with others in the place of its texts. Names and dates of the format stay, so that it can be read again.
    ///
    /// - Parameters:
    ///   - list: The member that has the value, or the list that it is in.
    ///   - change: Returns what takes the place of a text.
    func mappingTexts(in list: String = "", _ change: (ArchiveText, String) -> String) -> HAR.JSON {
        switch self {
        case .null, .bool, .number: return self
        case .string(let text): return .string(change(.other, text))
        case .array(let values): return .array(values.map { $0.mappingTexts(in: list, change) })
        case .object(let members):
            return .object(
                HAR.Members(
                    members.map { member in
                        guard Self.knownNames.contains(member.name) else { return member.mappingTexts(in: [], change) }
                        if member.name == "startedDateTime" { return member }
                        let text = Self.text(member.name, of: members, in: list)
                        return HAR.Members.Member(
                            member.name,
                            member.value.text.map { .string(change(text, $0)) }
                                ?? member.value.mappingTexts(in: member.name, change))
                    }))
        }
    }

    /// Returns what a member of the format is in an object of a list.
    private static func text(_ name: String, of members: HAR.Members, in list: String) -> ArchiveText {
        let title = members["name"]?.text ?? ""
        switch (list, name) {
        case ("headers", "value"): return .value(of: title, isHeader: true)
        case ("queryString", "value"), ("params", "value"): return .value(of: title, isHeader: false)
        case ("cookies", "value"): return .cookie(title)
        case ("postData", "text"), ("content", "text"):
            let encoding = (members["_encoding"] ?? members["encoding"])?.text
            return .body(type: members["mimeType"]?.text ?? "", isBase64: encoding?.lowercased() == "base64")
        default: return .other
        }
    }

    /// The names of the format: a secret equal to one of them must not change the structure.
    private static let knownNames = Set(
        """
        log version creator browser pages entries comment name startedDateTime id title pageTimings onContentLoad onLoad pageref time \
        request response cache timings serverIPAddress connection method url httpVersion cookies headers queryString postData \
        headersSize bodySize status statusText content redirectURL value path domain expires httpOnly secure mimeType params text \
        fileName contentType size compression encoding beforeRequest afterRequest lastAccess eTag hitCount blocked dns connect send \
        wait receive ssl
        """.split(separator: " ").map(String.init))
}

extension HAR.Members.Member {
    /// Returns a member of another program with others in the place of its texts.
    ///
    /// - Parameter outer: The names around it.
    fileprivate func mappingTexts(in outer: [String], _ change: (ArchiveText, String) -> String) -> Self {
        Self(change(.name, name), value.mappingTexts(under: outer + [name], change))
    }
}

extension HAR.JSON {
    fileprivate func mappingTexts(under names: [String], _ change: (ArchiveText, String) -> String) -> HAR.JSON {
        switch self {
        case .null, .bool, .number: self
        case .string(let text): .string(change(.member(names), text))
        case .array(let values): .array(values.map { $0.mappingTexts(under: names, change) })
        case .object(let members): .object(HAR.Members(members.map { $0.mappingTexts(in: names, change) }))
        }
    }
}
