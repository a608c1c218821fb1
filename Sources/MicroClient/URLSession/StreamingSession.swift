import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A session with our delegate, so that responses stream. Foundation on Linux calls only the session's own delegate.
final class StreamingSession: Sendable {
    private let session: URLSession
    private let delegate = HopDelegate()

    /// Creates a session without cookies of its own: on Linux `httpShouldHandleCookies` of a request does not disable them.
    private init(configuration: URLSessionConfiguration) {
        let configuration = configuration.copy() as? URLSessionConfiguration ?? configuration
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// The session for all clients on `URLSession.shared`, which share its connections.
    private static let shared = StreamingSession(configuration: URLSession.shared.configuration)

    /// Returns a session with the configuration of another; nil for a session with a delegate, which must see the responses.
    static func like(_ session: URLSession) -> StreamingSession? {
        if session === URLSession.shared { return shared }
        return session.delegate == nil ? StreamingSession(configuration: session.configuration) : nil
    }

    /// - Parameter file: The request's body; nil when the request contains it, or has none.
    func start(_ request: URLRequest, file: URL?, _ events: URLSessionEvents) {
        let task = file.map { session.uploadTask(with: request, fromFile: $0) } ?? session.dataTask(with: request)
        delegate.add(events, for: task)
        events.start(task)
    }
}

/// Passes the session's callbacks to the hop that each task belongs to.
///
/// `@unchecked Sendable`, as a subclass of `NSObject` requires: its one property is a locked value.
private final class HopDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let hops = Locked<[Int: URLSessionEvents]>([:])

    func add(_ events: URLSessionEvents, for task: URLSessionTask) {
        hops.withLock { $0[task.taskIdentifier] = events }
    }

    private func events(of task: URLSessionTask) -> URLSessionEvents? { hops.withLock { $0[task.taskIdentifier] } }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        do {
            events(of: dataTask)?.put([.head(try ResponseHead(response))])
            completionHandler(.allow)
        } catch {
            events(of: dataTask)?.put([], end: .failure(error))
            completionHandler(.cancel)
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        events(of: dataTask)?.put([.body(data)])
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        events(of: task)?.put([.uploaded(bytes: totalBytesSent)])
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let events = hops.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        if let error {
            events?.put([], end: .failure(error))
        } else {
            events?.put([.completed(Transfer.Summary())], end: .success(()))
        }
    }
}
