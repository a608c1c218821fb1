internal import BodyView
internal import CGD
import Foundation

/// The functions of libgd, loaded when a worker needs them: nothing is linked, so that the program runs without it.
struct GDLibrary {
    typealias Image = gdImagePtr
    typealias Decode = @convention(c) (Int32, UnsafeMutableRawPointer?) -> Image?
    private typealias Copy =
        @convention(c) (Image, Image, Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32) -> Void

    private let makeImage: @convention(c) (Int32, Int32) -> Image?
    private let copyResampled: Copy
    private let copyResized: Copy
    private let decodeJPEG: @convention(c) (Int32, UnsafeMutableRawPointer?, Int32) -> Image?
    private let decoders: [PictureHead.Format: Decode]

    /// Debian's name, then those of Homebrew and of a build of one's own.
    private static let names = [
        "libgd.so.3", "libgd.3.dylib", "/opt/homebrew/lib/libgd.3.dylib", "/usr/local/lib/libgd.3.dylib",
    ]

    /// The decoding functions by format. libgd may have been built without some of them.
    private static let functions: [PictureHead.Format: String] = [
        .png: "gdImageCreateFromPngPtr", .gif: "gdImageCreateFromGifPtr", .webp: "gdImageCreateFromWebpPtr",
        .bmp: "gdImageCreateFromBmpPtr", .tiff: "gdImageCreateFromTiffPtr", .avif: "gdImageCreateFromAvifPtr",
        .heic: "gdImageCreateFromHeifPtr",
    ]

    /// Loads libgd; nil if it is not installed, or lacks a function.
    init?() {
        guard let handle = Self.names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first,
            let make = dlsym(handle, "gdImageCreateTrueColor"),
            let resampled = dlsym(handle, "gdImageCopyResampled"), let resized = dlsym(handle, "gdImageCopyResized"),
            let jpeg = dlsym(handle, "gdImageCreateFromJpegPtrEx")
        else { return nil }
        // The types are those that gd.h gives these functions.
        makeImage = unsafeBitCast(make, to: (@convention(c) (Int32, Int32) -> Image?).self)
        copyResampled = unsafeBitCast(resampled, to: Copy.self)
        copyResized = unsafeBitCast(resized, to: Copy.self)
        decodeJPEG = unsafeBitCast(
            jpeg, to: (@convention(c) (Int32, UnsafeMutableRawPointer?, Int32) -> Image?).self)
        decoders = Self.functions.compactMapValues { name in
            dlsym(handle, name).map { unsafeBitCast($0, to: Decode.self) }
        }
    }

    /// A decoded picture.
    struct Decoded {
        var image: Image
        /// Whether something of it is missing or wrong.
        var isDamaged = false
    }

    /// Decodes a picture; nil if libgd does not take it, which says why on standard error.
    func decode(_ format: PictureHead.Format, _ bytes: inout [UInt8]) -> Decoded? {
        guard let count = Int32(exactly: bytes.count) else { return nil }
        return bytes.withUnsafeMutableBytes { bytes in
            guard format == .jpeg else {
                guard let decode = decoders[format] else { return nil }
                return decode(count, bytes.baseAddress).map { Decoded(image: $0) }
            }
            if let image = decodeJPEG(count, bytes.baseAddress, 0) { return Decoded(image: image) }
            return decodeJPEG(count, bytes.baseAddress, 1).map { Decoded(image: $0, isDamaged: true) }
        }
    }

    /// Returns the whole picture on a ground that shows through where it is transparent: the average of what falls on a pixel, or, enlarged, each
    /// pixel as it is.
    func scaled(_ image: Image, width: Int, height: Int, ground: (_ column: Int, _ row: Int) -> Int32) -> Image? {
        guard let result = makeImage(Int32(width), Int32(height)) else { return nil }
        for row in 0..<height {
            guard let line = result.pointee.tpixels[row] else { return nil }
            for column in 0..<width { line[column] = ground(column, row) }
        }
        let (sourceWidth, sourceHeight) = (image.pointee.sx, image.pointee.sy)
        let copy = width > sourceWidth ? copyResized : copyResampled
        copy(result, image, 0, 0, 0, 0, Int32(width), Int32(height), sourceWidth, sourceHeight)
        return result
    }
}
