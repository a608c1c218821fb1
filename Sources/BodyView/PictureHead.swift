/// The facts about a picture in its first bytes: its format, its size, the number of bits for each pixel.
///
/// Source: the PNG specification (third edition), section 11.2; ITU-T T.81, annex B; the GIF89a specification; RFC 9649 for WebP; TIFF 6.0;
/// ISO/IEC 14496-12 and 23008-12 for AVIF and HEIC.
public struct PictureHead: Sendable, Hashable {
    public enum Format: String, Sendable, Hashable, CaseIterable {
        case png = "PNG"
        case jpeg = "JPEG"
        case gif = "GIF"
        case webp = "WebP"
        case bmp = "BMP"
        case tiff = "TIFF"
        case avif = "AVIF"
        case heic = "HEIC"
        case icon = "ICO"
    }

    public var format: Format
    /// The width in pixels; nil if these bytes do not contain it (yet). May be 0 in pictures that no decoder accepts.
    public var width: Int?
    public var height: Int?
    /// The number of bits for each pixel, transparency included; nil if these bytes do not contain it.
    public var bits: Int?
    /// The orientation of a photograph in JPEG; size and pixels are those of the file.
    public var orientation = PictureOrientation.upright

    /// The number of bytes to pass: a photograph has a thumbnail before its size.
    public static let length = 1 << 20

    /// Creates the head; nil for bytes that no known format begins with.
    public init?(_ bytes: UnsafeRawBufferPointer) {
        guard let format = Format(bytes) else { return nil }
        self.format = format
        let reader = PictureReader(bytes)
        switch format {
        case .png: readPNG(reader)
        case .jpeg: readJPEG(reader)
        case .gif: readGIF(reader)
        case .webp: readWebP(reader)
        case .bmp: readBMP(reader)
        case .icon: readIcon(reader)
        case .tiff: readTIFF(reader)
        case .avif, .heic: readBoxes(reader)
        }
    }

    public init?(_ bytes: [UInt8]) {
        guard let head = bytes.withUnsafeBytes({ PictureHead($0) }) else { return nil }
        self = head
    }
}

extension PictureHead: CustomStringConvertible {
    /// The format with the size: "PNG 1280 x 720, 24-bit"; the size is that of the upright picture.
    public var description: String {
        let sides = orientation.swapsSides ? (height, width) : (width, height)
        let size = sides.0.flatMap { width in sides.1.map { " \(width) x \($0)" } } ?? ""
        return format.rawValue + size + (bits.map { ", \($0)-bit" } ?? "") + (orientation.words.map { ", \($0)" } ?? "")
    }
}

extension PictureHead.Format {
    /// Detects the format by the bytes that each of its files begins with.
    init?(_ bytes: UnsafeRawBufferPointer) {
        let reader = PictureReader(bytes)
        if reader.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) {
            self = .png
        } else if reader.has([0xFF, 0xD8, 0xFF], at: 0) {
            self = .jpeg
        } else if reader.has("GIF87a", at: 0) || reader.has("GIF89a", at: 0) {
            self = .gif
        } else if reader.has("RIFF", at: 0), reader.has("WEBP", at: 8) {
            self = .webp
        } else if reader.has("BM", at: 0), reader.has([0, 0, 0, 0], at: 6),
            [12, 40, 52, 56, 64, 108, 124].contains(reader.little(4, at: 14))
        {
            self = .bmp
        } else if reader.has([0x49, 0x49, 42, 0], at: 0) || reader.has([0x4D, 0x4D, 0, 42], at: 0) {
            self = .tiff
        } else if let format = Self.ofBoxes(reader) {
            self = format
        } else if reader.has([0, 0, 1, 0], at: 0), let count = reader.little(2, at: 4), count > 0,
            reader.byte(at: 9) == 0
        {
            self = .icon
        } else {
            return nil
        }
    }

    /// Detects the format by the brand of the file, or its compatible brands.
    private static func ofBoxes(_ reader: PictureReader) -> Self? {
        guard reader.has("ftyp", at: 4), let size = reader.big(4, at: 0) else { return nil }
        for place in [8] + Array(stride(from: 16, to: min(size, 128), by: 4)) {
            if reader.has("avif", at: place) || reader.has("avis", at: place) { return .avif }
            if ["heic", "heix", "hevc", "mif1"].contains(where: { reader.has($0, at: place) }) {
                // An AVIF file may use this brand, too.
                if !reader.has("mif1", at: place) { return .heic }
            }
        }
        // The end of the box decides whether it is AVIF.
        return reader.has("mif1", at: 8) && reader.byte(at: size - 1) != nil ? .heic : nil
    }
}

extension PictureHead {
    private mutating func readPNG(_ reader: PictureReader) {
        guard reader.has("IHDR", at: 12) else { return }
        (width, height) = (reader.big(4, at: 16), reader.big(4, at: 20))
        guard let depth = reader.byte(at: 24), let colours = reader.byte(at: 25) else { return }
        let samples = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colours]
        bits = samples.map { $0 * depth }
    }

    private mutating func readGIF(_ reader: PictureReader) {
        (width, height) = (reader.little(2, at: 6), reader.little(2, at: 8))
        bits = reader.byte(at: 10).map { ($0 & 7) + 1 }
    }

    private mutating func readBMP(_ reader: PictureReader) {
        if reader.little(4, at: 14) == 12 {
            (width, height) = (reader.little(2, at: 18), reader.little(2, at: 20))
            bits = reader.little(2, at: 24)
        } else {
            // A negative height means that the rows go from top to bottom.
            (width, height) = (reader.littleSigned(at: 18), reader.littleSigned(at: 22).map { abs($0) })
            bits = reader.little(2, at: 28)
        }
    }

    /// Reads the largest picture of an icon; 0 means 256.
    private mutating func readIcon(_ reader: PictureReader) {
        let count = min(64, reader.little(2, at: 4) ?? 0)
        for entry in (0..<count).map({ 6 + $0 * 16 }) {
            guard let width = reader.byte(at: entry), let height = reader.byte(at: entry + 1) else { return }
            let size = (width == 0 ? 256 : width, height == 0 ? 256 : height)
            guard size.0 * size.1 > (self.width ?? 0) * (self.height ?? 0) else { continue }
            (self.width, self.height) = size
            bits = reader.little(2, at: entry + 6).flatMap { $0 == 0 ? nil : $0 }
        }
    }

    private mutating func readWebP(_ reader: PictureReader) {
        if reader.has("VP8X", at: 12) {
            (width, height) = (reader.little(3, at: 24).map { $0 + 1 }, reader.little(3, at: 27).map { $0 + 1 })
            bits = reader.byte(at: 20).map { $0 & 0x10 == 0 ? 24 : 32 }
        } else if reader.has("VP8L", at: 12), reader.byte(at: 20) == 0x2F, let size = reader.little(4, at: 21) {
            (width, height) = ((size & 0x3FFF) + 1, (size >> 14 & 0x3FFF) + 1)
            bits = size >> 28 & 1 == 0 ? 24 : 32
        } else if reader.has("VP8 ", at: 12), reader.has([0x9D, 0x01, 0x2A], at: 23) {
            (width, height) = (
                reader.little(2, at: 26).map { $0 & 0x3FFF }, reader.little(2, at: 28).map { $0 & 0x3FFF }
            )
            bits = 24
        }
    }

    /// Reads segment after segment up to the frame's.
    private mutating func readJPEG(_ reader: PictureReader) {
        var place = 2
        while let fill = reader.byte(at: place), fill == 0xFF, let marker = reader.byte(at: place + 1) {
            if marker == 0xFF {
                place += 1
            } else if marker == 0x01 || (0xD0...0xD7).contains(marker) {
                place += 2
            } else if Self.isFrame(marker) {
                (height, width) = (reader.big(2, at: place + 5), reader.big(2, at: place + 7))
                guard let depth = reader.byte(at: place + 4), let samples = reader.byte(at: place + 9) else { return }
                bits = depth * samples
                return
            } else {
                guard let length = reader.big(2, at: place + 2), length >= 2, marker != 0xD9, marker != 0xDA else {
                    return
                }
                if marker == 0xE1, let found = reader.orientation(inSegment: place + 4, length: length - 2) {
                    orientation = found
                }
                place += 2 + length
            }
        }
    }

    /// Whether a marker is one of SOF0 to SOF15, without the tables among them.
    private static func isFrame(_ marker: Int) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    private mutating func readTIFF(_ reader: PictureReader) {
        let isBig = reader.byte(at: 0) == 0x4D
        func number(_ count: Int, at place: Int) -> Int? {
            isBig ? reader.big(count, at: place) : reader.little(count, at: place)
        }
        guard let directory = number(4, at: 4), let count = number(2, at: directory) else { return }
        var (depth, samples): (Int?, Int?) = (nil, 1)
        for entry in (0..<min(count, 64)).map({ directory + 2 + $0 * 12 }) {
            let isShort = number(2, at: entry + 2) == 3
            let value = number(isShort ? 2 : 4, at: entry + 8)
            switch number(2, at: entry) {
            case 256: width = value
            case 257: height = value
            // For several samples the value is the place of their depths.
            case 258: depth = number(4, at: entry + 4).flatMap { $0 < 3 ? value : value.flatMap { number(2, at: $0) } }
            case 277: samples = value
            default: break
            }
        }
        bits = depth.flatMap { depth in samples.map { min(depth, 64) * min($0, 8) } }
    }

    /// Reads the largest of the pictures by their properties `ispe`; thumbnails have one, too.
    private mutating func readBoxes(_ reader: PictureReader) {
        var largest = 0
        for place in reader.places(of: "ispe", upTo: 1 << 16) {
            guard let width = reader.big(4, at: place + 8), let height = reader.big(4, at: place + 12) else { continue }
            let (product, isTooLarge) = width.multipliedReportingOverflow(by: height)
            let area = isTooLarge ? Int.max : product
            guard area >= largest else { continue }
            (self.width, self.height, largest) = (width, height, area)
        }
    }
}

/// Reads numbers and marks among bytes that may end anywhere: after the end it returns nil.
private struct PictureReader {
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    func byte(at place: Int) -> Int? { bytes.indices.contains(place) ? Int(bytes[place]) : nil }

    func has(_ wanted: [UInt8], at place: Int) -> Bool {
        place >= 0 && place <= bytes.count - wanted.count && bytes[place..<place + wanted.count].elementsEqual(wanted)
    }

    func has(_ wanted: String, at place: Int) -> Bool { has(Array(wanted.utf8), at: place) }

    func big(_ count: Int, at place: Int) -> Int? { number(bytesAt: place..<(place + count)) }

    func little(_ count: Int, at place: Int) -> Int? { number(bytesAt: (place..<(place + count)).reversed()) }

    func littleSigned(at place: Int) -> Int? { little(4, at: place).map { Int(Int32(truncatingIfNeeded: $0)) } }

    private func number(bytesAt places: some Collection<Int>) -> Int? {
        var number = 0
        for place in places {
            guard let byte = byte(at: place) else { return nil }
            number = number << 8 | byte
        }
        return number
    }

    /// Returns the orientation in a segment with EXIF data, from after its length; nil if there is none.
    func orientation(inSegment start: Int, length: Int) -> PictureOrientation? {
        guard has("Exif\0\0", at: start) else { return nil }
        let data = UnsafeRawBufferPointer(
            rebasing: bytes[min(start + 6, bytes.count)..<min(start + length, bytes.count)])
        return PictureOrientation(exif: ArraySlice(data))
    }

    func places(of mark: String, upTo end: Int) -> [Int] {
        let mark = Array(mark.utf8)
        let end = min(end, bytes.count)
        guard end >= mark.count else { return [] }
        return (0...(end - mark.count)).filter { bytes[$0] == mark[0] && has(mark, at: $0) }
    }
}
