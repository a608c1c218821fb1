import BodyView
import Explorer
import FilterWorker
import Foundation
import TextGrid

/// Has pictures decoded by a worker, on threads of its own.
struct PictureEffect {
    private let post: @Sendable (Event) -> Void

    /// The argument that starts this program as a worker.
    static let workerWord = "--picture-worker"

    init(post: @escaping @Sendable (Event) -> Void) { self.post = post }

    func start(_ order: PictureOrder, _ reply: Reply<PictureOutcome>) -> Cancellation {
        let handle = WorkerHandle()
        Background.run { [post] in
            let scaling = PictureScaling(
                order.head, columns: order.room.columns, rows: order.room.rows * 2, program: .own(Self.workerWord))
            guard let result = scaling.run(order.body, handle) else { return }
            post(reply(Self.outcome(result, order.head)))
        }
        return Cancellation { handle.cancel() }
    }

    private static func outcome(_ result: PictureResult, _ head: PictureHead) -> PictureOutcome {
        if let problem = result.problem { return PictureOutcome(nil, problem: words(for: problem, head)) }
        guard let picture = PixelPicture(width: result.width, height: result.height, bytes: result.bytes) else {
            return PictureOutcome(nil, problem: "The picture decoder returned no picture.")
        }
        let note = result.isDamaged ? "The picture is damaged: this is what could be decoded of it." : nil
        return PictureOutcome(picture, note: note)
    }

    private static func words(for problem: PictureResult.Problem, _ head: PictureHead) -> String {
        let name = head.format.rawValue
        return switch problem {
        case .unknownSize: "It has no size, so it is not decoded."
        case .isEmpty: "It has no pixels."
        case .tooManyPixels(let limit):
            """
            It is not decoded: \(megapixels(head)) million pixels are more than the limit of \(limit / 1_000_000) million.
            """
        case .tooManyBytes(let limit):
            "It is not decoded: it is larger than the limit of \(limit >> 20) MB."
        case .unknownFormat: "Pictures of type \(name) are not decoded."
        case .broken(""): "It could not be decoded."
        case .broken(let text): "It could not be decoded: \(text)"
        case .worker(let problem): words(for: problem)
        }
    }

    private static func megapixels(_ head: PictureHead) -> Int {
        let (pixels, isTooLarge) = (head.width ?? 0).multipliedReportingOverflow(by: head.height ?? 0)
        return isTooLarge ? .max : pixels / 1_000_000
    }

    private static func words(for problem: WorkerResult.Problem) -> String {
        switch problem {
        case .notInstalled: "libgd, which decodes pictures, is not installed: apt install libgd3, or brew install gd."
        case .outOfMemory(let limit): "It exceeded the memory limit of \(limit >> 20) MB."
        case .crashed(let text, _): "The picture decoder crashed (\(text))."
        case .outOfTime(let seconds):
            "It was stopped: decoding used more than \(seconds) seconds of CPU time, or was killed."
        case .refused(let text), .failed(let text), .broken(let text), .died(let text), .notKept(let text):
            "The picture decoder failed: \(text)"
        }
    }
}
