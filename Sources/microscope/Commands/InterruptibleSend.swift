import CollectionRunner
import CursesTerminal
import Exchanges
import Foundation
import MicroClient
import MicroClientCurl
import OpenCollection

/// One send that Ctrl-C cancels. The main thread waits; the send has a task of its own.
struct InterruptibleSend {
    private let rendered: RenderedRequest
    private let origin: RecordedExchange.Origin

    init(_ rendered: RenderedRequest, origin: RecordedExchange.Origin) {
        self.rendered = rendered
        self.origin = origin
    }

    /// - Throws: when signals cannot be watched.
    func run() throws -> RecordedExchange {
        let signals = try SignalPipe([SIGINT, SIGTERM])
        let result = Result()
        let (rendered, origin) = (rendered, origin)
        let task = Task {
            let runner = CollectionRunner(client: NetworkClient(transport: CurlTransport.shared))
            result.set(await runner.run(rendered, origin: origin))
        }
        while true {
            var sources = [signals.fileDescriptor, result.descriptor].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            guard poll(&sources, nfds_t(sources.count), -1) > 0 else { continue }
            if !signals.read().isEmpty { task.cancel() }
            if let record = result.value { return record }
        }
    }

    /// Set once, readable on the descriptor then.
    private final class Result: @unchecked Sendable {
        // @unchecked: `stored` is touched under the lock only.
        private let lock = NSLock()
        private var stored: RecordedExchange?
        private let pipe = Pipe()
        var descriptor: Int32 { pipe.fileHandleForReading.fileDescriptor }
        var value: RecordedExchange? { lock.withLock { stored } }

        func set(_ record: RecordedExchange) {
            lock.withLock { stored = record }
            pipe.fileHandleForWriting.write(Data([1]))
        }
    }
}
