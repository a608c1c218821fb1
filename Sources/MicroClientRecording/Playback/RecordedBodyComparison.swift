import Foundation
import HTTPArchive
import MicroClient
import Text

/// Compares the bodies of two requests.
enum RecordedBodyComparison {
    /// Returns the difference in a few words, without secrets; nil when they are the same.
    static func difference(_ request: AskedRequest, _ recorded: HAR.Request) -> String? {
        let expected = recorded.postData?.body ?? Data()
        if recorded.postData?.isTruncated == true {
            return request.body.starts(with: expected)
                ? nil : "the body differs in its beginning, which is all that is recorded"
        }
        if isSame(request, recorded.postData?.mimeType ?? "", expected) { return nil }
        if request.body.isEmpty { return "the body is empty, recorded are \(expected.count) bytes" }
        if expected.isEmpty { return "the body has \(request.body.count) bytes, recorded is none" }
        let equal = zip(request.body, expected).prefix { $0 == $1 }.count
        return "the body differs from byte \(equal + 1) on"
    }

    private static func isSame(_ request: AskedRequest, _ recordedType: String, _ expected: Data) -> Bool {
        if request.body == expected { return true }
        if let asked = try? HAR.JSON(data: request.body), let recorded = try? HAR.JSON(data: expected) {
            return asked.isSame(recorded: recorded, name: "")
        }
        let asked = withoutBoundary(request.body, request.headers["Content-Type"] ?? "")
        return MaskedText.matches(Array(asked), recorded: Array(withoutBoundary(expected, recordedType)))
    }

    /// Returns the body without its boundary, which is random.
    private static func withoutBoundary(_ body: Data, _ mimeType: String) -> Data {
        guard let boundary = MultipartHead.boundary(ofType: mimeType) else { return body }
        var output = Data()
        var start = body.startIndex
        while let found = body.range(of: Data(boundary.utf8), in: start..<body.endIndex) {
            output += body[start..<found.lowerBound]
            start = found.upperBound
        }
        return output + body[start...]
    }
}

extension HAR.JSON {
    /// Compares by value: members in any order, numbers in any notation. A mask matches anything, and so does the 0 of a masked number.
    fileprivate func isSame(recorded: HAR.JSON, name: String) -> Bool {
        switch (self, recorded) {
        case (.string(let text), .string(let other)): return MaskedText.matches(text, recorded: other)
        case (.number(let text), .number(let other)):
            return text == other || Double(text) == Double(other) || (other == "0" && Redaction.isSecret(name: name))
        case (.array(let values), .array(let others)):
            return values.count == others.count
                && zip(values, others).allSatisfy { $0.isSame(recorded: $1, name: name) }
        case (.object(let members), .object(let others)):
            return Set(members.map(\.name)) == Set(others.map(\.name))
                && members.allSatisfy { $0.value.isSame(recorded: others[$0.name] ?? .null, name: $0.name) }
        default: return self == recorded
        }
    }
}
