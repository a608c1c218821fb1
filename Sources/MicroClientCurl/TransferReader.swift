import Foundation
import MicroClient

/// The reader's end of a transfer: starts it with the first pull, closes its connection when the reader is cancelled or released.
final class TransferReader: Sendable {
    /// The transport, held so that the thread lives as long as its transfers.
    private let transport: CurlTransport
    private let queue: EventQueue

    init(request: WireRequest, transport: CurlTransport) {
        self.transport = transport
        queue = EventQueue(request, bound: transport.configuration.queuedBytes)
    }

    deinit { abandon() }

    /// Returns the next event if it is there already.
    @Sendable func arrived() -> Transfer.Event? {
        guard !Task.isCancelled else { return nil }
        switch queue.takeArrived() {
        case .event(let event): return event
        case .eventMakingRoom(let event):
            transport.mailbox.post(.resumeReceiving(queue))
            return event
        case .failure, .end, .nothingYet: return nil
        }
    }

    @Sendable func next() async throws -> Transfer.Event? {
        if Task.isCancelled { abandon() }
        while true {
            switch queue.take() {
            case .event(let event): return event
            case .eventMakingRoom(let event):
                transport.mailbox.post(.resumeReceiving(queue))
                return event
            case .failure(let error): throw error
            case .end: return nil
            case .nothingYet: try await wait()
            }
        }
    }

    private func wait() async throws {
        let start = try startCommand()
        await withTaskCancellationHandler {
            await withUnsafeContinuation { reader in
                let isKept = queue.keep(reader)
                // Also when the task was cancelled meanwhile: the thread then releases the body.
                if let start { transport.mailbox.post(start) }
                if !isKept { reader.resume() }
            }
        } onCancel: {
            abandon()
        }
    }

    /// Returns the command to start, the first time; nil later.
    private func startCommand() throws -> TransportCommand? {
        guard queue.begin() else { return nil }
        do {
            try queue.request.check()
            return .start(queue, try uploadSource())
        } catch {
            _ = queue.abandon(with: error)
            return nil
        }
    }

    private func uploadSource() throws -> UploadSource {
        try UploadSource(of: queue.request, wake: resumption)
    }

    private var resumption: @Sendable () -> Void {
        { [mailbox = transport.mailbox, queue] in mailbox.post(.resumeSending(queue)) }
    }

    private func abandon() {
        if queue.abandon(with: CancellationError()) { transport.mailbox.post(.cancel(queue)) }
    }
}
