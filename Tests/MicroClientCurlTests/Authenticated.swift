import Foundation
import MicroClient
import TestSupport

func authenticated(
    _ url: String, _ authentication: TransferOptions.Authentication, method: HTTPMethod = .get, body: BodySource = .none
) -> WireRequest {
    var request = WireRequest(method: method, url: url, body: body)
    request.options.authentication = authentication
    return request
}

/// The value of a field in a request's head.
func field(_ name: String, in head: String) -> String? {
    head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("\(name.lowercased()): ") }
        .map { String($0.dropFirst(name.count + 2)) }
}

/// Creates a server that responds to every request with its head.
func echoingServer() throws -> RawServer {
    try RawServer { connection, _ in
        while let head = connection.readHead() { connection.write(ok(head)) }
    }
}

/// A body that can be read once.
func readOnce(_ text: String) -> BodySource {
    .stream(
        BodySource.Stream(length: Int64(text.utf8.count)) {
            let chunks = Reports()
            chunks.add(text)
            chunks.finish()
            return { await chunks.next().map { Data($0.utf8) } }
        })
}
