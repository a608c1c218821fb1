public import BodyStore
import BodyView
public import Exchanges
import Foundation
import MicroClient
public import OpenCollection

/// An exchange as an example for its request file, with what the user should know before it is written there.
public struct ProposedExample: Sendable, Hashable {
    /// The example, named after the status.
    public var example: RequestExample
    /// The masked values, each with its reason, in the order of places.
    public var masks: [ExampleMask]
    /// Further notes, one line each: what was left out.
    public var notes: [String]
    /// The length of the response's body as it will be in the file, in bytes; 0 without one.
    public var bodyLength: Int

    /// The length, in bytes, from which a body makes a file that is hard to read, so that the user is asked.
    public static let largeBody = 64 << 10
    /// A longer body is never put into a file.
    public static let longestBody = 4 << 20

    public var isLarge: Bool { bodyLength > Self.largeBody }

    /// The same without the body of the response: status and headers are compared alone.
    public var withoutBody: ProposedExample {
        var cut = self
        cut.example.response?.body = nil
        cut.masks.removeAll { $0.part == .body }
        cut.bodyLength = 0
        return cut
    }
}

/// Something in an example that a marker replaces.
public struct ExampleMask: Sendable, Hashable {
    public enum Part: Sendable, Hashable {
        case request
        case header
        case body
    }

    public var part: Part
    /// "$.user.token", "Set-Cookie", "URL".
    public var place: String
    /// "a literal under the name token", "a known secret".
    public var reason: String
    /// The marker as it is in the text: "{{token}}".
    public var marker: String
    /// The number of times that it occurs.
    public var count = 1
}

extension ProposedExample {
    /// Makes an example of an exchange; nil if the exchange has no whole response.
    ///
    /// - Parameters:
    ///   - kept: The exchange; what is known to be secret in it is a marker already.
    ///   - requestBody: The body of the request as kept; nil without one.
    ///   - responseBody: the same of the response, in UTF-8 where it is text.
    ///   - leavesOut: whether a header of the response says nothing about it, by its name.
    public init?(
        _ kept: StoredExchange, requestBody: BodyStore?, responseBody: BodyStore?, leavesOut: (String) -> Bool
    ) {
        guard kept.failure == nil, let head = kept.head else { return nil }
        var masking = ExampleMasking()
        var notes: [String] = []
        var response = RequestExample.Response()
        response.status = Double(head.status)
        response.statusText = String(head.statusText.dropFirst("\(head.status) ".count))
        let left = head.headers.map(\.name).filter { name in
            Self.connectionHeaders.contains(name.lowercased()) || leavesOut(name)
        }.unique
        response.headers = head.headers.filter { !left.contains($0.name) }
            .map { Field($0.name, masking.header($0.name, $0.value)) }
        if !left.isEmpty {
            notes.append("Left out, not about this response: \(left.joined(separator: ", ")).")
        }
        response.body = Self.body(kept, responseBody, head.headers["Content-Type"], &masking, &notes)
        let request = Self.request(kept, requestBody, &masking)
        example = RequestExample(name: head.statusText, request: request, response: response)
        masks = masking.places
        self.notes = notes
        bodyLength = response.body?.data.utf8.count ?? 0
    }

    /// Fields of the connection, and what follows from the body, which is decoded here.
    private static let connectionHeaders: Set = [
        "connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding", "trailer", "upgrade",
        "date",
    ]

    private static func request(
        _ kept: StoredExchange, _ body: BodyStore?, _ masking: inout ExampleMasking
    ) -> RequestExample.Request {
        let isWhole = kept.requestBody?.isCut != true && (body?.count ?? 0) <= longestBody
        let received = ReceivedRequest(kept, body: isWhole ? body.map { $0.copy(0..<$0.count) } : nil)
        let definition = received.file.definition
        var request = RequestExample.Request()
        request.method = definition.method
        request.url = masking.text(definition.url, part: .request, place: "URL")
        request.headers = definition.headers.map {
            Field($0.name, masking.credential($0.name, $0.value, part: .request))
        }
        request.body = definition.body
        if definition.body.kind == .json || definition.body.kind == .text || definition.body.kind == .xml {
            request.body.text = masking.body(definition.body.text, type: nil, part: .request)
        }
        return request
    }

    private static func body(
        _ kept: StoredExchange, _ body: BodyStore?, _ contentType: String?, _ masking: inout ExampleMasking,
        _ notes: inout [String]
    ) -> RequestExample.Body? {
        guard let length = kept.responseBody?.length, length > 0 else { return nil }
        guard let body, kept.responseBody?.isCut != true else {
            notes.append("The body, \(Wording.bytes(length)), is left out: it is not kept whole.")
            return nil
        }
        guard body.count <= longestBody else {
            let most = Wording.bytes(Int64(longestBody))
            notes.append("The body, \(Wording.bytes(length)), is left out: no more than \(most) goes into a file.")
            return nil
        }
        let all = body.copy(0..<body.count)
        let bytes = all.withoutByteOrderMark
        let kind = BodyKind.detect(contentType: contentType, head: Array(bytes.prefix(BodyKind.headLength)))
        guard !kind.isBytes, let text = String(validating: bytes, as: UTF8.self) else {
            notes.append("The body is not text: it is written in base64, and was not searched for secrets.")
            return RequestExample.Body(type: "binary", data: Data(all).base64EncodedString())
        }
        let masked = masking.body(text, type: contentType, part: .body)
        guard masked.isTextOfYAML else {
            notes.append("The body has characters that YAML cannot contain: it is written in base64.")
            // With markers it is compared as text; else byte by byte.
            let data = BareMarkers.isIn(masked) ? Data(masked.utf8) : Data(all)
            return RequestExample.Body(type: "binary", data: data.base64EncodedString())
        }
        return RequestExample.Body(type: kind.exampleType, data: masked)
    }
}

extension BodyKind {
    /// The type as the format writes it.
    fileprivate var exampleType: String {
        switch self {
        case .json: "json"
        case .xml: "xml"
        case .html: "html"
        case .empty, .jsonLines, .table, .text, .picture, .hex: "text"
        }
    }
}

extension [UInt8] {
    /// The bytes without the byte order mark that some programs write at the beginning of UTF-8.
    var withoutByteOrderMark: [UInt8] { starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self }
}

extension String {
    /// Whether every YAML reader gives it back as it is.
    fileprivate var isTextOfYAML: Bool {
        unicodeScalars.allSatisfy { scalar in
            scalar.value >= 0x20
                ? scalar.value != 0x7F && scalar.value != 0xFEFF : "\t\n\r".unicodeScalars.contains(scalar)
        }
    }
}

extension [String] {
    /// The strings, each once, at its first place.
    fileprivate var unique: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
