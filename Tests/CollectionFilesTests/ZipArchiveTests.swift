import Foundation
import TestSupport
import Testing

@testable import CollectionFiles

@Suite("ZIP archives")
struct ZipArchiveTests {
    private func files(_ paths: String..., maximumFiles: Int = 100) throws -> [String: [UInt8]] {
        let bytes = StoredArchive.bytes(paths.map { ($0, "text of \($0)") })
        return try #require(ZipArchive(bytes, maximumFiles: maximumFiles)).files([".json", ".bru"])
    }

    @Test("what does not begin like one is none")
    func none() {
        #expect(ZipArchive([]) == nil && ZipArchive(Array("PK\u{5}\u{6}".utf8)) == nil)
        #expect(ZipArchive(Array("{}".utf8)) == nil)
    }

    @Test("files of the wanted kinds are read; paths that lead out, hidden ones and packages are left out")
    func wanted() throws {
        let files = try files(
            "a.json", "in/B.JSON", "ü/c.bru", "notes.txt", "in/", "../out.json", "in/../../out.json", "/absolute.json",
            ".git/x.json", "in/._a.json", "node_modules/p/package.json")
        #expect(files.keys.sorted() == ["a.json", "in/B.JSON", "ü/c.bru"])
        #expect(files["in/B.JSON"] == Array("text of in/B.JSON".utf8))
    }

    private func problem(_ bytes: [UInt8], limit: FileLimit = .foreignCollection) throws -> String? {
        let archive = try #require(ZipArchive(bytes, limit: limit))
        return #expect(throws: ZipArchive.Problem.self) { try archive.files([".json"]) }?.message
    }

    @Test("a compressed file is read up to the limit of all together, whatever the archive says of its size")
    func limit() throws {
        let bytes = [UInt8](try #require(Data(base64Encoded: Self.compressed)))
        #expect(try #require(ZipArchive(bytes)).files([".json"])["big.json"]?.count == 1_200_000)
        let message = "the files in this ZIP archive are larger than 1 MB together"
        #expect(try problem(bytes, limit: FileLimit(megabytes: 1)) == message)
        let half = String(repeating: " ", count: 600_000)
        let both = StoredArchive.bytes([("a.json", half), ("b.json", half)])
        #expect(try problem(both, limit: FileLimit(megabytes: 1)) == message)
    }

    @Test("more files than the limit are not read")
    func count() throws {
        let error = #expect(throws: ZipArchive.Problem.self) { try files("a.json", "b.txt", "c.txt", maximumFiles: 2) }
        #expect(error?.message == "this ZIP archive holds more than 2 files")
    }

    @Test("a damaged archive says so, wherever it is cut or changed")
    func damaged() throws {
        let whole = StoredArchive.bytes([("a.json", String(repeating: "{}", count: 50))])
        for length in stride(from: 4, to: whole.count, by: 7) {
            #expect(try problem(Array(whole[..<length])) == "this ZIP archive is damaged")
        }
        var changed = whole
        changed[60] ^= 1
        #expect(try problem(changed) == "a.json in this ZIP archive is damaged or encrypted")
        for index in whole.indices.dropFirst(4) {
            var changed = whole
            changed[index] = 0xFF
            _ = try? ZipArchive(changed)?.files([".json"])
        }
    }

    /// 1,200,000 zeros in a file `big.json`.
    private static let compressed =
        "UEsDBBQAAAAIAAAAIVjaXgOxnQQAAIBPEgAIAAAAYmlnLmpzb27twYEAAAAAwyCl+dNd4QBVAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACvAVBLAQIUAxQAAAAIAAAAIVjaXgOxnQQAAIBPEgAIAAAAAAAAAAAAAACAAQAAAABiaWcuanNvblBLBQYAAAAAAQABADYAAADDBAAAAAA="
}
