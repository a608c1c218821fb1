import BodyStore
import Testing

@testable import BodyView

/// The beginnings of files, byte by byte.
enum PictureBytes {
    static func big(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    static func little(_ number: Int, _ count: Int) -> [UInt8] { big(number, count).reversed() }

    static func png(_ width: Int, _ height: Int, depth: UInt8 = 8, colours: UInt8 = 2) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + big(13, 4) + Array("IHDR".utf8) + big(width, 4)
            + big(height, 4) + [depth, colours, 0, 0, 0]
    }

    static func gif(_ width: Int, _ height: Int) -> [UInt8] {
        Array("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0xF7, 0, 0]
    }

    /// - Parameter before: The bytes of a segment before the frame's.
    static func jpeg(_ width: Int, _ height: Int, samples: UInt8 = 3, before: Int = 14) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xE0] + big(before + 2, 2) + [UInt8](repeating: 7, count: before)
            + [0xFF, 0xFF, 0xC2] + big(8 + 3 * Int(samples), 2) + [8] + big(height, 2) + big(width, 2) + [samples]
    }

    /// Returns a photograph of 640 x 480 as it is in its file.
    ///
    /// - Parameter entries: The entries of the directory of its EXIF data: tag, type, count and value.
    static func photograph(isBig: Bool, _ entries: [(Int, Int, Int, Int)]) -> [UInt8] {
        func number(_ number: Int, _ count: Int) -> [UInt8] { isBig ? big(number, count) : little(number, count) }
        let directory = entries.flatMap { tag, type, count, value -> [UInt8] in
            number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 2) + [0, 0]
        }
        let exif =
            Array("Exif\0\0".utf8) + (isBig ? [0x4D, 0x4D, 0, 42] : [0x49, 0x49, 42, 0]) + number(8, 4)
            + number(entries.count, 2) + directory + [0, 0, 0, 0]
        return [0xFF, 0xD8, 0xFF, 0xE1] + big(exif.count + 2, 2) + exif + jpeg(640, 480).dropFirst(2)
    }

    static func webp(_ chunk: String, _ data: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + little(100, 4) + Array("WEBP\(chunk)".utf8) + little(data.count, 4) + data
    }

    static func bmp(_ width: Int, _ height: Int, bits: Int = 24) -> [UInt8] {
        Array("BM".utf8) + little(1000, 4) + [0, 0, 0, 0] + little(54, 4) + little(40, 4) + little(width, 4)
            + little(height, 4) + little(1, 2) + little(bits, 2)
    }

    static func tiff(isBig: Bool) -> [UInt8] {
        func number(_ number: Int, _ count: Int) -> [UInt8] { isBig ? big(number, count) : little(number, count) }
        func entry(_ tag: Int, _ count: Int, _ value: Int) -> [UInt8] {
            let short = number(value, 2) + [0, 0]
            return number(tag, 2) + number(3, 2) + number(count, 4) + (count > 2 ? number(value, 4) : short)
        }
        let head = (isBig ? [0x4D, 0x4D, 0, 42] : [0x49, 0x49, 42, 0]) + number(8, 4)
        return head + number(3, 2) + entry(256, 1, 300) + entry(257, 1, 200) + entry(277, 1, 1)
    }

    static func boxes(brand: String, compatible: [String] = [], sizes: [(Int, Int)]) -> [UInt8] {
        let brands = ([brand, "\0\0\0\0"] + compatible).flatMap { Array($0.utf8) }
        let properties = sizes.flatMap { big(20, 4) + Array("ispe".utf8) + big(0, 4) + big($0.0, 4) + big($0.1, 4) }
        return big(8 + brands.count, 4) + Array("ftyp".utf8) + brands + properties
    }
}

@Suite("What the first bytes of a picture say")
struct PictureHeadTests {
    private static let samples: [(bytes: [UInt8], text: String)] = [
        (PictureBytes.png(1280, 720), "PNG 1280 x 720, 24-bit"),
        (PictureBytes.png(16, 16, depth: 4, colours: 3), "PNG 16 x 16, 4-bit"),
        (PictureBytes.png(1, 2, depth: 16, colours: 6), "PNG 1 x 2, 64-bit"),
        (PictureBytes.png(50_000, 50_000), "PNG 50000 x 50000, 24-bit"),
        (PictureBytes.gif(320, 200), "GIF 320 x 200, 8-bit"),
        (PictureBytes.jpeg(640, 480), "JPEG 640 x 480, 24-bit"),
        (PictureBytes.jpeg(3, 5, samples: 1, before: 60_000), "JPEG 3 x 5, 8-bit"),
        (PictureBytes.webp("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 0x20, 0x40, 0x10, 0x00]), "WebP 32 x 16, 24-bit"),
        (PictureBytes.webp("VP8L", [0x2F, 0x3F, 0xC0, 0x07, 0x10]), "WebP 64 x 32, 32-bit"),
        (PictureBytes.webp("VP8X", [0x10, 0, 0, 0, 0xFF, 0x03, 0, 0xFF, 0x01, 0]), "WebP 1024 x 512, 32-bit"),
        (PictureBytes.bmp(30, 20), "BMP 30 x 20, 24-bit"),
        (PictureBytes.bmp(30, -20, bits: 32), "BMP 30 x 20, 32-bit"),
        (PictureBytes.tiff(isBig: true), "TIFF 300 x 200"),
        (PictureBytes.tiff(isBig: false), "TIFF 300 x 200"),
        (PictureBytes.boxes(brand: "avif", sizes: [(64, 48), (800, 600)]), "AVIF 800 x 600"),
        (PictureBytes.boxes(brand: "mif1", compatible: ["heic"], sizes: [(4, 3)]), "HEIC 4 x 3"),
        (PictureBytes.boxes(brand: "mif1", compatible: ["avif"], sizes: [(4, 3)]), "AVIF 4 x 3"),
        (
            [0, 0, 1, 0, 2, 0, 16, 16, 0, 0, 1, 0, 32, 0] + [UInt8](repeating: 0, count: 8) + [0, 0, 0, 0, 1, 0, 8, 0],
            "ICO 256 x 256, 8-bit"
        ),
    ]

    @Test("names format, size and bits", arguments: 0..<18)
    func heads(_ index: Int) throws {
        let (bytes, text) = Self.samples[index]
        #expect(try #require(PictureHead(bytes)).description == text)
        #expect(BodyKind.detect(contentType: "image/whatever", head: bytes + [0]) == .picture)
    }

    @Test("a photograph says how it was held, whatever the order of its bytes", arguments: 1...8, [true, false])
    func orientations(number: Int, isBig: Bool) throws {
        let bytes = PictureBytes.photograph(isBig: isBig, [(271, 2, 1, 9), (274, 3, 1, number), (282, 5, 1, 4)])
        let head = try #require(PictureHead(bytes))
        #expect(head.orientation.rawValue == number && (head.width, head.height) == (640, 480))
        #expect(head.description.hasPrefix(number < 5 ? "JPEG 640 x 480, 24-bit" : "JPEG 480 x 640, 24-bit"))
        #expect(head.description.hasSuffix("as its EXIF data says") == (number != 1))
        for count in 0..<bytes.count { _ = PictureHead(Array(bytes[..<count])) }
    }

    @Test(
        "what says nothing of how it was held is upright",
        arguments: [(274, 3, 1, 0), (274, 3, 1, 9), (274, 4, 1, 6), (274, 3, 2, 6), (275, 3, 1, 6)])
    func upright(entry: (Int, Int, Int, Int)) throws {
        for isBig in [true, false] {
            #expect(PictureHead(PictureBytes.photograph(isBig: isBig, [entry]))?.orientation == .upright)
        }
    }

    @Test("EXIF data that points anywhere is read to its end and no further")
    func lostDirectory() {
        for place in [0, 7, 60, 0x7FFF_FFFF, 0xFFFF_FFFF] {
            var bytes = PictureBytes.photograph(isBig: true, [(274, 3, 1, 6)])
            bytes.replaceSubrange(16..<20, with: PictureBytes.big(place, 4))
            #expect(PictureHead(bytes)?.orientation == .upright)
        }
    }

    @Test("cut off anywhere it says less, and never another format", arguments: 0..<18)
    func cutOff(_ index: Int) {
        let (bytes, text) = Self.samples[index]
        for count in 0..<bytes.count {
            guard let head = PictureHead(Array(bytes[..<count])) else { continue }
            #expect(text.hasPrefix(head.format.rawValue))
        }
    }

    @Test("any bytes at all are read to the end")
    func noise() {
        var numbers = SystemRandomNumberGenerator()
        for (bytes, _) in Self.samples {
            for _ in 0..<200 {
                var bytes = bytes + [UInt8](repeating: 0, count: 16)
                for _ in 0..<4 { bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = .random(in: 0...255) }
                _ = PictureHead(bytes)?.description
            }
        }
    }

    @Test("sizes whose product is beyond every number are read, however often they are named")
    func beyondMeasure() throws {
        let most = 0xFFFF_FFFF
        for sizes in [[(most, most), (most, most)], [(most, most), (4, 3)], [(4, 3), (most, most)]] {
            let head = try #require(PictureHead(PictureBytes.boxes(brand: "avif", sizes: sizes)))
            #expect(head.description == "AVIF 4294967295 x 4294967295")
        }
    }

    @Test("what says it is a picture and is none stays what it is")
    func others() {
        #expect(PictureHead(Array("BM, a text that begins so".utf8)) == nil)
        #expect(PictureHead([]) == nil)
        #expect(BodyKind.detect(contentType: "image/png", head: [0, 1, 2, 3]) == .hex)
        #expect(BodyKind.detect(contentType: "image/svg+xml", head: Array("<svg xmlns='x'/>".utf8)) == .xml)
        #expect(BodyKind.detect(contentType: "application/json", head: PictureBytes.png(1, 1)) == .picture)
        #expect(BodyKind.detect(contentType: nil, head: PictureBytes.gif(1, 1)) == .picture)
    }

    @Test("has its bytes as lines, like hex")
    func lines() {
        let store = BodyStore(PictureBytes.png(4, 4))
        var (picture, hex) = (BodyDocument(store: store, kind: .picture), BodyDocument(store: store, kind: .hex))
        picture.index.extend(over: store)
        hex.index.extend(over: store)
        #expect(picture.lineCount == 2 && picture.lines(0..<2) == hex.lines(0..<2))
    }
}
