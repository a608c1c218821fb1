import Files
import Foundation
import Quoting

/// The files of a ZIP archive, which are read into memory and never written.
package struct ZipArchive {
    /// The reason why an archive cannot be read, with advice.
    package struct Problem: Error, Sendable, Hashable {
        package let message: String
        package let advice: String

        fileprivate init(_ message: String, advice: String = "unpack it and give its directory") {
            self.message = message
            self.advice = advice
        }
    }

    /// The bytes that an archive begins with.
    package static let signature: [UInt8] = Array("PK\u{3}\u{4}".utf8)

    private let bytes: [UInt8]
    private let limit: FileLimit
    private let maximumFiles: Int

    /// Returns nil for bytes that do not begin like an archive.
    ///
    /// - Parameters:
    ///   - limit: the most bytes that are read of all files together.
    ///   - maximumFiles: the most files that an archive may hold.
    package init?(_ bytes: [UInt8], limit: FileLimit = .foreignCollection, maximumFiles: Int = 5000) {
        guard bytes.starts(with: Self.signature) else { return nil }
        (self.bytes, self.limit, self.maximumFiles) = (bytes, limit, maximumFiles)
    }

    /// Returns the files with some extensions, such as ".json", by their paths. Hidden files and paths that lead out are left out.
    ///
    /// - Throws: ``Problem`` without libzip, for an archive that is damaged or encrypted, and for one with more than the limits.
    package func files(_ extensions: [String]) throws -> [String: [UInt8]] {
        guard let library = ZipLibrary() else {
            throw Problem(
                "this is a ZIP archive, which needs libzip",
                advice:
                    "apt install libzip4 (libzip5 since Debian 13), brew install libzip, or unpack it and give its directory"
            )
        }
        return try bytes.withUnsafeBytes { bytes in
            guard let source = library.makeSource(bytes.baseAddress, UInt64(bytes.count), 0, nil) else {
                throw Problem("this ZIP archive is damaged")
            }
            guard let archive = library.open(source, ZipLibrary.readOnly, nil) else {
                library.freeSource(source)
                throw Problem("this ZIP archive is damaged")
            }
            defer { library.discard(archive) }
            return try files(in: archive, library) { name in
                let steps = name.split(at: "/")
                return !steps.contains { $0.isEmpty || $0.beginsWithBytes(of: ".") || $0 == "node_modules" }
                    && extensions.contains { name.lowercased().endsWithBytes(of: $0) }
            }
        }
    }

    private func files(
        in archive: OpaquePointer, _ library: ZipLibrary, isWanted: (String) -> Bool
    ) throws -> [String: [UInt8]] {
        let count = library.count(archive, 0)
        guard count <= maximumFiles else { throw Problem("this ZIP archive holds more than \(maximumFiles) files") }
        var files: [String: [UInt8]] = [:]
        var rest = limit.bytes
        for index in 0..<UInt64(max(0, count)) {
            guard let name = library.name(archive, index, 0).map({ String(cString: $0) }), isWanted(name) else {
                continue
            }
            let content = try content(of: index, named: name, upTo: rest, in: archive, library)
            rest -= content.count
            files[name] = content
        }
        return files
    }

    private func content(
        of index: UInt64, named name: String, upTo most: Int, in archive: OpaquePointer, _ library: ZipLibrary
    ) throws -> [UInt8] {
        guard let file = library.openFile(archive, index, 0) else {
            throw Problem("\(name) in this ZIP archive is damaged or encrypted")
        }
        defer { _ = library.closeFile(file) }
        var content: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = piece.withUnsafeMutableBytes { library.read(file, $0.baseAddress, UInt64($0.count)) }
            guard count >= 0 else { throw Problem("\(name) in this ZIP archive is damaged or encrypted") }
            if count == 0 { return content }
            guard content.count + Int(count) <= most else {
                throw Problem("the files in this ZIP archive are larger than \(limit.megabytes) MB together")
            }
            content += piece[..<Int(count)]
        }
    }
}

/// The functions of libzip, loaded when an archive is met: nothing is linked, so that the program runs without it. The types are those that
/// zip.h gives them, which have not changed since version 1.0.
private struct ZipLibrary {
    typealias Archive = OpaquePointer
    typealias Source = OpaquePointer
    typealias File = OpaquePointer

    let makeSource: @convention(c) (UnsafeRawPointer?, UInt64, Int32, OpaquePointer?) -> Source?
    let freeSource: @convention(c) (Source) -> Void
    let open: @convention(c) (Source, Int32, OpaquePointer?) -> Archive?
    let discard: @convention(c) (Archive) -> Void
    let count: @convention(c) (Archive, UInt32) -> Int64
    let name: @convention(c) (Archive, UInt64, UInt32) -> UnsafePointer<CChar>?
    let openFile: @convention(c) (Archive, UInt64, UInt32) -> File?
    let read: @convention(c) (File, UnsafeMutableRawPointer?, UInt64) -> Int64
    let closeFile: @convention(c) (File) -> Int32

    /// ZIP_RDONLY
    static let readOnly: Int32 = 16

    /// Debian's names, then those of Homebrew and of a build of one's own.
    private static let names = [
        "libzip.so.5", "libzip.so.4", "libzip.5.dylib", "/opt/homebrew/lib/libzip.5.dylib",
        "/usr/local/lib/libzip.5.dylib",
    ]

    /// Returns nil if there is no libzip, or one that lacks a function.
    init?() {
        guard let handle = Self.names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first,
            let makeSource = dlsym(handle, "zip_source_buffer_create"),
            let freeSource = dlsym(handle, "zip_source_free"), let open = dlsym(handle, "zip_open_from_source"),
            let discard = dlsym(handle, "zip_discard"), let count = dlsym(handle, "zip_get_num_entries"),
            let name = dlsym(handle, "zip_get_name"), let openFile = dlsym(handle, "zip_fopen_index"),
            let read = dlsym(handle, "zip_fread"), let closeFile = dlsym(handle, "zip_fclose")
        else { return nil }
        func typed<Function>(_ symbol: UnsafeMutableRawPointer) -> Function { unsafeBitCast(symbol, to: Function.self) }
        (self.makeSource, self.freeSource, self.open) = (typed(makeSource), typed(freeSource), typed(open))
        (self.discard, self.count, self.name) = (typed(discard), typed(count), typed(name))
        (self.openFile, self.read, self.closeFile) = (typed(openFile), typed(read), typed(closeFile))
    }
}
