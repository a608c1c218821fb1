internal import CMicrohttpd

/// One request on its way through the server, from its first line to the queued response.
///
/// Lives on libmicrohttpd's thread only.
final class Conversation {
    private enum Stage {
        case targetKnown
        case receiving(Route, [String: String], BodyReception)
        case refusing(Reply)
        case delayed(Reply)
    }

    private let listener: Listener
    private let target: RequestTarget
    private var stage = Stage.targetKnown

    init(listener: Listener, target: RequestTarget) {
        self.listener = listener
        self.target = target
    }

    /// Handles the header fields when they are there, every piece of the body, and the end of the body.
    func advance(_ connection: OpaquePointer, method: String, piece: UnsafeRawBufferPointer) -> MHD_Result {
        switch stage {
        case .targetKnown: return begin(connection, method)
        case .receiving(let route, let parameters, let reception):
            guard piece.isEmpty else {
                reception.receive(piece)
                return microhttpd_yes
            }
            reception.finish()
            return send(reply(route, parameters, reception.body, connection, method), on: connection)
        case .refusing(let reply):
            // What is left of the body is read and dropped, so that the connection stays usable.
            return piece.isEmpty ? send(reply, on: connection) : microhttpd_yes
        case .delayed(let reply): return listener.delays.isStopped ? microhttpd_no : queue(reply, on: connection)
        }
    }

    private func begin(_ connection: OpaquePointer, _ method: String) -> MHD_Result {
        switch listener.routes.match(method, target.segments) {
        case .route(let route, let parameters):
            let limit = route.bodyWish == .kept ? listener.keptBodyLimit : Listener.countedBodyLimit
            if announcedLength(connection) > limit { return queue(tooLarge(limit), on: connection) }
            stage = .receiving(
                route, parameters, BodyReception(wish: route.bodyWish, limit: limit, connection: connection))
        case .methodNotAllowed(let methods): stage = .refusing(notAllowed(method, methods))
        case .notFound: stage = .refusing(notFound)
        }
        return microhttpd_yes
    }

    private func announcedLength(_ connection: OpaquePointer) -> Int {
        RequestFields(connection: connection)["Content-Length"].flatMap { Int($0) } ?? 0
    }

    private func reply(
        _ route: Route, _ parameters: [String: String], _ body: ReceivedBody, _ connection: OpaquePointer,
        _ method: String
    ) -> Reply {
        guard !body.isTooLarge else {
            return tooLarge(route.bodyWish == .kept ? listener.keptBodyLimit : Listener.countedBodyLimit)
        }
        let call = Call(
            method: method, target: target, parameters: parameters, body: body, ownOrigin: listener.ownOrigin,
            otherOrigin: listener.otherOrigin, fields: RequestFields(connection: connection), state: listener.state)
        do { return try route.reply(call) } catch let refusal as Refusal { return refusal.reply } catch {
            return Refusal(status: 500, message: "\(error)", hint: "this is a mistake in the demo API itself").reply
        }
    }

    // MARK: Refusals

    private var notFound: Reply {
        Refusal(status: 404, message: "no endpoint \(target.path)", hint: "GET / lists all endpoints").reply
    }

    private func notAllowed(_ method: String, _ methods: [String]) -> Reply {
        let allow = methods.joined(separator: ", ")
        if method == "OPTIONS" { return .empty(fields: [("Allow", allow)]) }
        return Refusal(
            status: 405, message: "\(method) is not for \(target.path)", hint: "use one of: \(allow)",
            fields: [("Allow", allow)]
        ).reply
    }

    private func tooLarge(_ limit: Int) -> Reply {
        Refusal(
            status: 413, message: "the body is larger than \(limit) bytes",
            hint: limit < Listener.countedBodyLimit ? "POST /count takes a larger one without keeping it" : "send less"
        ).reply
    }

    // MARK: Sending

    private func send(_ reply: Reply, on connection: OpaquePointer) -> MHD_Result {
        guard reply.delay > .zero else { return queue(reply, on: connection) }
        stage = .delayed(reply)
        return listener.delays.park(connection, for: reply.delay) ? microhttpd_yes : microhttpd_no
    }

    private func queue(_ reply: Reply, on connection: OpaquePointer) -> MHD_Result {
        guard let response = makeResponse(reply.body, connection) else { return microhttpd_no }
        defer { MHD_destroy_response(response) }
        for field in reply.fields { MHD_add_response_header(response, field.name, field.value) }
        return MHD_queue_response(connection, UInt32(reply.status), response)
    }

    private func makeResponse(_ body: Reply.Body, _ connection: OpaquePointer) -> OpaquePointer? {
        switch body {
        case .bytes(let bytes):
            return bytes.withUnsafeBytes { buffer in
                // libmicrohttpd's signature lacks the const; it copies and does not write.
                let start = UnsafeMutableRawPointer(mutating: buffer.baseAddress)
                return MHD_create_response_from_buffer(buffer.count, start, microhttpd_must_copy)
            }
        case .stream(let stream):
            return StreamedBody(stream, connection: connection, delays: listener.delays).makeResponse()
        }
    }
}
