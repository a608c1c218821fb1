internal import BodyView
internal import CGD
import Foundation

/// The worker that decodes a picture and scales it down to what is shown: a process of its own, since decoders read what strangers wrote,
/// in C, and take the memory that a picture asks for.
public struct PictureWorker {
    private let library: GDLibrary
    private let input = WorkerInput()

    /// Runs the worker, in place of the program, when it is started as one.
    ///
    /// Its input and outputs have to be pipes: the system ends it at its first write into a file.
    /// - Parameter arguments: The worker's arguments: bytes of memory, seconds of processor time.
    /// - Returns: The exit status.
    public static func run(_ arguments: [String]) -> Int32 {
        guard let limits = WorkerLimits(arguments) else { return WorkerStatus.disconnected.rawValue }
        WorkerProcess.begin()
        guard let library = GDLibrary() else { return WorkerStatus.noLibrary.rawValue }
        guard limits.bind() else { return WorkerStatus.disconnected.rawValue }
        return PictureWorker(library: library).work().rawValue
    }

    private func work() -> WorkerStatus {
        guard let order = input.readOrder().flatMap({ PictureRequest($0) }), var bytes = input.readAll() else {
            return .disconnected
        }
        guard let decoded = library.decode(order.format, &bytes) else {
            WorkerReport.broken("").send()
            return .broken
        }
        let (width, height) = (Int(decoded.image.pointee.sx), Int(decoded.image.pointee.sy))
        let size = order.fitting(width: width, height: height)
        let scaled = library.scaled(decoded.image, width: size.width, height: size.height, ground: Self.ground)
        guard let scaled else { return .outOfMemory }
        if decoded.isDamaged { WorkerReport.failed("damaged").send() }
        return write(scaled, width: size.width, height: size.height) ? .done : .disconnected
    }

    /// Returns a colour of squares in two greys, which neither black nor white is lost on.
    private static func ground(column: Int, row: Int) -> Int32 {
        (column / 4 + row / 4).isMultiple(of: 2) ? 0x6C6C6C : 0x808080
    }

    private func write(_ image: GDLibrary.Image, width: Int, height: Int) -> Bool {
        var output = WorkerOutput()
        var line: [UInt8] = Array("\(width) \(height)\n".utf8)
        for row in 0..<height {
            guard let pixels = image.pointee.tpixels[row] else { return false }
            for column in 0..<width {
                let pixel = UInt32(bitPattern: pixels[column])
                line += [pixel >> 16, pixel >> 8, pixel].map { UInt8(truncatingIfNeeded: $0) }
            }
            guard line.withUnsafeBytes({ output.write($0) }) else { return false }
            line.removeAll(keepingCapacity: true)
        }
        return output.flush()
    }
}

/// The request to a worker: the picture's format, and the number of pixels that there is room for.
struct PictureRequest: Hashable {
    var format: PictureHead.Format
    var columns: Int
    var rows: Int

    /// "PNG 78 40"
    var text: String { "\(format.rawValue) \(columns) \(rows)" }

    init(_ format: PictureHead.Format, columns: Int, rows: Int) {
        (self.format, self.columns, self.rows) = (format, columns, rows)
    }

    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 3, let format = PictureHead.Format(rawValue: String(words[0])),
            let columns = Int(words[1]), let rows = Int(words[2]), columns > 0, rows > 0
        else { return nil }
        self.init(format, columns: columns, rows: rows)
    }

    /// Largest longer side, in pixels, of a picture that may be enlarged.
    private static let tiny = 32
    /// Longer side, in pixels, up to which such a picture is enlarged.
    private static let enlarged = 64

    /// Returns the size of the whole picture as it is shown: as large as there is room, and no larger than it is, unless it is tiny.
    func fitting(width: Int, height: Int) -> (width: Int, height: Int) {
        let (width, height) = (max(1, width), max(1, height))
        let longer = max(width, height)
        let times = min(columns / width, rows / height, longer <= Self.tiny ? Self.enlarged / longer : 1)
        if times >= 1 { return (width * times, height * times) }
        let scale = min(Double(columns) / Double(width), Double(rows) / Double(height))
        func scaled(_ length: Int, _ limit: Int) -> Int { min(limit, max(1, Int((Double(length) * scale).rounded()))) }
        return (scaled(width, columns), scaled(height, rows))
    }
}
