import BodyStore
import BodyView
import Foundation
import TestSupport
import Testing

@testable import FilterWorker

/// Pictures decoded in a real worker process, where libgd is installed.
@Suite(
    .enabled(if: GDLibrary() != nil, "libgd is not installed"),
    .enabled(if: !LongRun.isSanitized, "it needs more memory than a worker has"))
struct PictureScalingTests {
    init() { signal(SIGPIPE, SIG_IGN) }

    private func run(
        _ bytes: [UInt8], columns: Int = 80, rows: Int = 40, limits: WorkerLimits = PictureScaling.defaultLimits
    ) throws -> PictureResult {
        let head = try #require(PictureHead(bytes))
        let program = WorkerProgram(path: builtProgram("filter-probe"), words: ["picture"])
        let scaling = PictureScaling(head, columns: columns, rows: rows, program: program, limits: limits)
        return try #require(scaling.run(BodyStore(bytes)))
    }

    private func pixel(_ result: PictureResult, _ column: Int, _ row: Int) -> [UInt8] {
        Array(result.bytes.dropFirst((row * result.width + column) * 3).prefix(3))
    }

    @Test("gives the pixels of a small picture as they are")
    func exact() throws {
        let bytes = PictureFiles.bmp(width: 40, height: 33) { [UInt8($0), UInt8($1), 99] }
        let result = try run(bytes)
        #expect(result.problem == nil && (result.width, result.height) == (40, 33) && !result.isDamaged)
        #expect(pixel(result, 0, 0) == [0, 0, 99] && pixel(result, 39, 32) == [39, 32, 99])
        #expect(pixel(result, 7, 12) == [7, 12, 99])
    }

    @Test("scales down to the room, the sides in proportion, and takes the mean")
    func down() throws {
        let bytes = PictureFiles.bmp(width: 400, height: 200) { column, _ in
            column.isMultiple(of: 2) ? [0, 0, 0] : [200, 100, 50]
        }
        let result = try run(bytes, columns: 80, rows: 80)
        try #require(result.problem == nil && (result.width, result.height) == (80, 40))
        let middle = pixel(result, 40, 20).map { Int($0) }
        #expect((80...120).contains(middle[0]) && (40...60).contains(middle[1]) && (20...30).contains(middle[2]))
        let wide = try run(PictureFiles.bmp(width: 1000, height: 1) { _, _ in [1, 2, 3] }, columns: 10, rows: 10)
        #expect((wide.width, wide.height) == (10, 1))
    }

    /// The places in the file of what is seen in the upper left corner, and to the right of it.
    private static let corners: [(PictureOrientation, first: [UInt8], second: [UInt8])] = [
        (.upright, [0, 0], [1, 0]), (.mirrored, [39, 0], [38, 0]), (.turnedHalf, [39, 32], [38, 32]),
        (.flipped, [0, 32], [1, 32]), (.transposed, [0, 0], [0, 1]), (.turnedRight, [0, 32], [0, 31]),
        (.transversed, [39, 32], [39, 31]), (.turnedLeft, [39, 0], [39, 1]),
    ]

    @Test("turns and mirrors as the camera noted", arguments: 0..<8)
    func orientations(index: Int) throws {
        let (orientation, first, second) = Self.corners[index]
        let bytes = PictureFiles.bmp(width: 40, height: 33) { [UInt8($0), UInt8($1), 99] }
        var head = try #require(PictureHead(bytes))
        head.orientation = orientation
        let program = WorkerProgram(path: builtProgram("filter-probe"), words: ["picture"])
        let result = try #require(PictureScaling(head, columns: 80, rows: 40, program: program).run(BodyStore(bytes)))
        #expect((result.width, result.height) == (orientation.swapsSides ? (33, 40) : (40, 33)))
        #expect(pixel(result, 0, 0) == first + [99] && pixel(result, 1, 0) == second + [99])
    }

    @Test("a picture that is turned fits the room as it is looked at")
    func turnedRoom() throws {
        let bytes = PictureFiles.bmp(width: 400, height: 200) { _, _ in [1, 2, 3] }
        var head = try #require(PictureHead(bytes))
        head.orientation = .turnedRight
        let program = WorkerProgram(path: builtProgram("filter-probe"), words: ["picture"])
        let result = try #require(PictureScaling(head, columns: 100, rows: 50, program: program).run(BodyStore(bytes)))
        #expect(result.problem == nil && (result.width, result.height) == (25, 50))
    }

    @Test("enlarges what is tiny, by a whole number, and nothing else")
    func tiny() throws {
        let tiny = try run(PictureFiles.bmp(width: 16, height: 8) { [UInt8($0), UInt8($1), 0] })
        #expect(
            (tiny.width, tiny.height) == (64, 32) && pixel(tiny, 63, 31) == [15, 7, 0]
                && pixel(tiny, 4, 3) == [1, 0, 0])
        let small = try run(PictureFiles.bmp(width: 33, height: 33) { _, _ in [1, 1, 1] }, columns: 200, rows: 200)
        #expect((small.width, small.height) == (33, 33))
    }

    @Test("decodes PNG and GIF, and lets a ground show through where they are transparent")
    func transparent() throws {
        let png = try run(try #require(Data(base64Encoded: PictureFiles.transparentPNG)).map { $0 })
        #expect(png.problem == nil && (png.width, png.height) == (40, 40))
        #expect(pixel(png, 0, 0) == [0x6C, 0x6C, 0x6C] && pixel(png, 4, 0) == [0x80, 0x80, 0x80])
        let gif = try run(try #require(Data(base64Encoded: PictureFiles.redGIF)).map { $0 })
        #expect(gif.problem == nil && pixel(gif, 0, 0) == [255, 0, 0])
    }

    @Test("a picture that is cut off is told as damaged, or as not to be decoded")
    func cutOff() throws {
        let png = try #require(Data(base64Encoded: PictureFiles.transparentPNG)).map { $0 }
        for count in [33, 40, png.count / 2] {
            let result = try run(Array(png[..<count]))
            guard case .broken? = result.problem else {
                Issue.record("\(count) bytes: \(result)")
                continue
            }
        }
        guard case .broken(let text)? = try run(Array(png[..<60])).problem else { return }
        #expect(text.contains("libpng") && !text.contains("\n"))
        // The head of one format, the bytes of none.
        guard case .broken? = try run(PictureFiles.jpegHead).problem else {
            Issue.record("it was decoded")
            return
        }
    }

    @Test("what is no picture behind its head, or any bytes changed in it, ends nothing but the worker")
    func mutated() throws {
        let png = try #require(Data(base64Encoded: PictureFiles.transparentPNG)).map { $0 }
        for place in stride(from: 24, to: png.count, by: max(1, png.count / 8)) {
            var bytes = png
            bytes[place] ^= 0x55
            let result = try run(bytes)
            #expect(result.problem != nil || result.bytes.count == result.width * result.height * 3)
        }
    }

    @Test("what takes more memory than it may have is told")
    func memory() throws {
        var limits = PictureScaling.defaultLimits
        // Enough to begin with, and not for sixteen million pixels.
        limits.memory = 420 << 20
        var head = PictureFiles.bmp(width: 1, height: 1) { _, _ in [0, 0, 0] }
        head.replaceSubrange(18..<26, with: [0, 0x28, 0, 0, 0, 0x28, 0, 0])
        #expect(try run(head, limits: limits).problem != nil)
    }

    @Test("a worker that is ended beforehand gives nothing")
    func cancelled() throws {
        let bytes = PictureFiles.bmp(width: 4, height: 4) { _, _ in [0, 0, 0] }
        let handle = WorkerHandle()
        handle.cancel()
        let program = WorkerProgram(path: builtProgram("filter-probe"), words: ["picture"])
        let head = try #require(PictureHead(bytes))
        #expect(PictureScaling(head, columns: 4, rows: 4, program: program).run(BodyStore(bytes), handle) == nil)
    }

    @Test("a program that is no worker is told as that")
    func noWorker() throws {
        let bytes = PictureFiles.bmp(width: 4, height: 4) { _, _ in [0, 0, 0] }
        let scaling = PictureScaling(
            try #require(PictureHead(bytes)), columns: 4, rows: 4, program: WorkerProgram(path: "/bin/true", words: []))
        guard case .worker(.died)? = scaling.run(BodyStore(bytes))?.problem else {
            Issue.record("it was taken for a worker")
            return
        }
    }
}

@Suite("Pictures that no worker is started for")
struct PictureRefusalTests {
    private func refusal(_ width: Int?, _ height: Int?, count: Int = 100) -> PictureResult.Problem? {
        var head = PictureHead(PictureFiles.bmp(width: 1, height: 1) { _, _ in [0, 0, 0] })
        head?.width = width
        head?.height = height
        return head.flatMap { PictureScaling.refusal(of: $0, byteCount: count) }
    }

    @Test("a bomb is refused by its head, before anything decodes it, and so is what has no pixels or no size")
    func refused() {
        #expect(refusal(50_000, 50_000) == .tooManyPixels(limit: 100_000_000))
        #expect(refusal(.max, .max) == .tooManyPixels(limit: 100_000_000))
        #expect(refusal(10_000, 10_000) == nil)
        #expect(refusal(0, 5) == .isEmpty && refusal(5, 0) == .isEmpty && refusal(-5, 5) == .isEmpty)
        #expect(refusal(nil, 5) == .unknownSize)
        #expect(refusal(1, 1, count: (128 << 20) + 1) == .tooManyBytes(limit: 128 << 20))
    }

    @Test("the program is not even asked")
    func notStarted() throws {
        var bytes = PictureFiles.bmp(width: 1, height: 1) { _, _ in [0, 0, 0] }
        bytes.replaceSubrange(18..<26, with: [0x50, 0xC3, 0, 0, 0x50, 0xC3, 0, 0])
        let scaling = PictureScaling(
            try #require(PictureHead(bytes)), columns: 4, rows: 4, program: WorkerProgram(path: "/nowhere", words: []))
        #expect(scaling.run(BodyStore(bytes))?.problem == .tooManyPixels(limit: 100_000_000))
    }

    @Test("fits into the room with the sides in proportion")
    func fitting() {
        let order = PictureRequest(.png, columns: 78, rows: 30)
        #expect(order.fitting(width: 1280, height: 720) == (53, 30))
        #expect(order.fitting(width: 78, height: 30) == (78, 30))
        #expect(order.fitting(width: 10, height: 10_000) == (1, 30))
        #expect(order.fitting(width: 16, height: 16) == (16, 16), "twice as large would be higher than the room")
        #expect(order.fitting(width: 1, height: 1) == (30, 30))
        #expect(PictureRequest(order.text) == order)
        for text in ["", "PNG 1", "XYZ 1 1", "PNG 0 4", "PNG a b"] { #expect(PictureRequest(text) == nil) }
    }
}

/// Files of pictures, made here.
enum PictureFiles {
    /// Returns a bitmap of 24 bits a pixel, the lowest row first.
    static func bmp(width: Int, height: Int, _ pixel: (Int, Int) -> [UInt8]) -> [UInt8] {
        func little(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        let padding = [UInt8](repeating: 0, count: (4 - width * 3 % 4) % 4)
        let rows = (0..<height).reversed().flatMap { row in
            (0..<width).flatMap { pixel($0, row).reversed() } + padding
        }
        return Array("BM".utf8) + little(54 + rows.count, 4) + little(0, 4) + little(54, 4) + little(40, 4)
            + little(width, 4) + little(height, 4) + little(1, 2) + little(24, 2) + little(0, 4)
            + little(rows.count, 4) + little(2835, 4) + little(2835, 4) + little(0, 8) + rows
    }

    /// Two by two pixels of no opacity at all.
    static let transparentPNG =
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAC0lEQVR4nGNgQAcAABIAAXfx+gAAAAAASUVORK5CYII="
    /// One red pixel.
    static let redGIF = "R0lGODdhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs="
    static let jpegHead: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0, 16, 0, 16, 3] + [UInt8](repeating: 0, count: 40)
}
