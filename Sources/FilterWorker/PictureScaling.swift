public import BodyStore
public import BodyView
import Foundation

/// A picture as it is shown, or the reason why there is none.
public struct PictureResult: Sendable, Hashable {
    public enum Problem: Sendable, Hashable {
        /// The first bytes do not say how large the picture is, so it is not decoded.
        case unknownSize
        /// The picture has no rows, or no columns.
        case isEmpty
        /// The picture has more pixels than are decoded; `limit` is the most.
        case tooManyPixels(limit: Int)
        /// The picture has more bytes than are decoded; `limit` is the most.
        case tooManyBytes(limit: Int)
        /// libgd does not decode such pictures.
        case unknownFormat
        /// libgd does not take it; in its words, if it has some.
        case broken(String)
        /// The worker could not do it.
        case worker(WorkerResult.Problem)
    }

    /// Width in pixels.
    public var width = 0
    public var height = 0
    /// Red, green and blue of each pixel, row by row.
    public var bytes: [UInt8] = []
    /// Whether something of it is missing or wrong.
    public var isDamaged = false
    public var problem: Problem?

    public init() {}

    init(_ problem: Problem) { self.problem = problem }
}

/// A picture decoded and scaled by a worker process. What asks for too much is refused before anything decodes it.
public struct PictureScaling: Sendable {
    /// The most pixels that are decoded: they take four bytes each.
    public static let mostPixels = 100_000_000
    /// The most bytes that are decoded.
    public static let mostBytes = 128 << 20

    private let head: PictureHead
    private let columns: Int
    private let rows: Int
    private let program: WorkerProgram
    private let limits: WorkerLimits

    /// - Parameters:
    ///   - head: The head of the picture's file.
    ///   - columns: Pixels for which there is room beside each other.
    ///   - rows: Pixels for which there is room above each other.
    ///   - limits: The limits of the worker; its output is bounded by the room in any case. Default: 1.5 GiB, on a small machine half of its
    ///     memory, but no less than 512 MiB; and 20 seconds of processor time.
    public init(
        _ head: PictureHead, columns: Int, rows: Int, program: WorkerProgram, limits: WorkerLimits = Self.defaultLimits
    ) {
        (self.head, self.columns, self.rows) = (head, max(1, columns), max(1, rows))
        self.program = program
        var limits = limits
        (limits.outputBytes, limits.outputValues) = (self.columns * self.rows * 3 + Self.longestHead, .max)
        self.limits = limits
    }

    /// Length of the line before the pixels at most, in bytes.
    private static let longestHead = 32

    public static let defaultLimits: WorkerLimits = {
        var limits = WorkerLimits()
        let half = Int(clamping: ProcessInfo.processInfo.physicalMemory / 2)
        limits.memory = min(1536 << 20, max(512 << 20, half))
        limits.processorSeconds = 20
        return limits
    }()

    /// Returns why a picture is not decoded, by its head and its length in bytes; nil if it may be tried.
    public static func refusal(of head: PictureHead, byteCount: Int) -> PictureResult.Problem? {
        guard head.format != .icon else { return .unknownFormat }
        guard let width = head.width, let height = head.height else { return .unknownSize }
        guard width > 0, height > 0 else { return .isEmpty }
        let (pixels, isTooLarge) = width.multipliedReportingOverflow(by: height)
        guard !isTooLarge, pixels <= mostPixels else { return .tooManyPixels(limit: mostPixels) }
        return byteCount > mostBytes ? .tooManyBytes(limit: mostBytes) : nil
    }

    /// Scales the picture. Blocks the calling thread, one of the caller's own, until the worker has ended.
    ///
    /// SIGPIPE has to be ignored in the process.
    /// - Parameters:
    ///   - body: The whole body.
    ///   - handle: Kills the worker.
    /// - Returns: The result; nil if cancelled.
    public func run(_ body: BodyStore, _ handle: WorkerHandle = WorkerHandle()) -> PictureResult? {
        if let problem = Self.refusal(of: head, byteCount: body.count) { return PictureResult(problem) }
        let store = BodyStore()
        let order = PictureRequest(head.format, columns: storedRoom.columns, rows: storedRoom.rows)
        return WorkerExchange.run(body, order.text, into: store, program, limits, handle).map { result($0, store) }
    }

    private func result(_ worker: WorkerResult, _ store: BodyStore) -> PictureResult {
        switch worker.problem {
        case nil, .failed: break
        case .broken: return PictureResult(.broken(worker.complaint ?? ""))
        case .some(let problem): return PictureResult(.worker(problem))
        }
        guard var picture = picture(in: store.copy(0..<store.count)) else {
            return PictureResult(.worker(.died("it wrote no picture")))
        }
        picture.isDamaged = worker.problem != nil
        return picture
    }

    private func picture(in bytes: [UInt8]) -> PictureResult? {
        guard let end = bytes.prefix(Self.longestHead).firstIndex(of: 0x0A) else { return nil }
        let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
        guard words.count == 2, let width = Int(words[0]), let height = Int(words[1]),
            (1...storedRoom.columns).contains(width), (1...storedRoom.rows).contains(height),
            bytes.count - end - 1 == width * height * 3
        else { return nil }
        var result = PictureResult()
        (result.width, result.height, result.bytes) = (width, height, Array(bytes[(end + 1)...]))
        return result.turned(head.orientation)
    }

    /// The room for the picture as it lies in its file.
    private var storedRoom: (columns: Int, rows: Int) {
        head.orientation.swapsSides ? (rows, columns) : (columns, rows)
    }
}

extension PictureResult {
    /// Returns the picture upright, from the orientation in which its file has it.
    func turned(_ orientation: PictureOrientation) -> PictureResult {
        guard orientation != .upright else { return self }
        var result = self
        if orientation.swapsSides { (result.width, result.height) = (height, width) }
        result.bytes = [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
            for row in 0..<result.height {
                for column in 0..<result.width {
                    let place = orientation.stored(column: column, row: row, width: width, height: height)
                    let start = (place.row * width + place.column) * 3
                    for offset in 0..<3 { buffer[count + offset] = bytes[start + offset] }
                    count += 3
                }
            }
        }
        return result
    }
}
