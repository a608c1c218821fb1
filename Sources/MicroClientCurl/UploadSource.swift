import Foundation
import MicroClient

/// A request's body on its way to the transport's thread.
enum UploadSource: Sendable {
    case none
    case bytes(Data)
    case file(URL)
    case stream(UploadPump)

    /// Opens a stream; `wake` is called whenever it has something that was waited for.
    init(of request: WireRequest, wake: @autoclosure () -> @Sendable () -> Void) throws {
        switch request.body {
        case .none: self = .none
        case .bytes(let data): self = .bytes(data)
        case .file(let url): self = .file(url)
        case .stream(let stream): self = .stream(try UploadPump(stream, wake: wake()))
        }
    }

    /// Releases the body, which will not be sent.
    func close() {
        if case .stream(let pump) = self { pump.close() }
    }
}
