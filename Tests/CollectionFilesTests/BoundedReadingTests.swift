import Files
import Foundation
import OpenCollection
import Testing

@testable import CollectionFiles

@Suite("Files are read up to a limit")
struct BoundedReadingTests {
    private let directory: TemporaryDirectory
    private let request = "info: {name: A, type: http}\nhttp: {method: GET, url: /a}\n"

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write(["opencollection.yml": "info: {name: Shop}\n", "a.yml": request])
    }

    /// Makes a file of three gigabytes that takes no room on the disk.
    private func makeSparse(_ name: String) throws {
        try directory.write([name: ""])
        #expect(truncate(directory.url.appendingPathComponent(name).path, 3 << 30) == 0)
    }

    private var problems: [String] {
        get throws {
            try CollectionLoader(root: directory.url).load(.heads).allItems.compactMap {
                if case .broken(let problem) = $0.kind { problem.line } else { nil }
            }
        }
    }

    @Test("a sparse file is said to be too large, and the others are read")
    func sparse() throws {
        for name in ["b.yml", "microscope.yaml", "environments/dev.yml", "f/folder.yml"] { try makeSparse(name) }
        let problems = try problems
        #expect(problems.count == 4)
        #expect(
            problems.contains(
                "b.yml: it could not be read: it is larger than 16 MB, and no more is read of such a file; make it smaller or move it away"
            ))
        #expect(try CollectionLoader(root: directory.url).text(of: "a.yml") == request)
    }

    @Test("so is the collection's own file")
    func rootFile() throws {
        try makeSparse("opencollection.yml")
        let problem = #expect(throws: FileProblem.self) { try CollectionLoader(root: directory.url).load() }
        #expect(problem?.message.contains("it is larger than 16 MB") == true)
    }

    @Test(
        "a link to a file without an end is said to be too large", .enabled(if: access("/proc/self/pagemap", R_OK) == 0)
    )
    func endless() throws {
        try FileManager.default.createSymbolicLink(
            atPath: directory.url.appendingPathComponent("b.yml").path, withDestinationPath: "/proc/self/pagemap")
        #expect(try problems.map { $0.hasPrefix("b.yml: it could not be read: it is larger than 16 MB") } == [true])
    }

    @Test("a file that grows while it is read is read up to the limit")
    func growing() throws {
        let path = directory.url.appendingPathComponent("b.yml").path
        try makeSparse("b.yml")
        #expect(truncate(path, 1 << 20) == 0)
        var reader = FileReader()
        #expect(try reader.read(path, limit: FileLimit(megabytes: 1)).count == 1 << 20)
        let error = #expect(throws: FileError.self) {
            #expect(truncate(path, 1 << 20 + 1) == 0)
            _ = try reader.read(path, limit: FileLimit(megabytes: 1))
        }
        #expect(error?.code == EFBIG)
    }

    @Test("a large .env counts as none, and other variables stay")
    func pairs() throws {
        try makeSparse(".env")
        let directories = MicroscopeDirectories(environment: ["MICROSCOPE_HOME": directory.url.path + "/home"])
        let sources = OutsideSources(root: directory.url, directories: directories, environment: ["A": "1"])
        #expect(sources.processEnvironment == ["A": "1"])
    }

    @Test("settings and what the program keeps are read up to a limit")
    func state() throws {
        let directories = MicroscopeDirectories(environment: ["MICROSCOPE_HOME": directory.url.path + "/home"])
        let settings = SettingsDirectory(directories)
        try settings.write("", to: "config.yaml")
        #expect(truncate(settings.url.appendingPathComponent("config.yaml").path, 3 << 30) == 0)
        #expect(throws: FileError.self) { try settings.text(of: "config.yaml") }
        let secrets = SecretStore(directories: directories)
        try FileManager.default.createDirectory(at: directories.data, withIntermediateDirectories: true)
        let path = directories.data.appendingPathComponent("secrets.json").path
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        #expect(truncate(path, 3 << 30) == 0)
        let error = #expect(throws: UnreadableFile.self) { try secrets.values(collection: "/c") }
        #expect(error?.reason.contains("it is larger than 64 MB") == true)
    }
}

@Suite("Files of the program's own")
struct OwnFileTests {
    private let directory: TemporaryDirectory
    private let directories: MicroscopeDirectories
    private var file: String { directories.state.appendingPathComponent("tour").path }

    init() throws {
        directory = try TemporaryDirectory()
        directories = MicroscopeDirectories(environment: ["MICROSCOPE_HOME": directory.url.path + "/home"])
        try FileManager.default.createDirectory(at: directories.state, withIntermediateDirectories: true)
    }

    @Test("a device, a pipe, a directory, or a link to one of them is refused and stays")
    func others() throws {
        let pipe = directory.url.appendingPathComponent("pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        for target in ["/dev/null", pipe, directory.url.path] {
            try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: target)
            let kind = FileMover.kind(of: target)
            #expect(throws: FileError.self, "\(target)") { try TourMemory(directories: directories).note("taken") }
            #expect(FileMover.kind(of: file) == S_IFLNK)
            #expect(FileMover.kind(of: target) == kind)
            unlink(file)
        }
        #expect(mkfifo(file, 0o600) == 0)
        let error = #expect(throws: FileError.self) { try TourMemory(directories: directories).note("taken") }
        #expect(error?.reason == "it is a pipe or a device, not a file")
        #expect(FileMover.kind(of: file) == S_IFIFO)
    }

    @Test("a link to a file stays one: managers of settings work that way")
    func link() throws {
        try directory.write(["kept/tour": "old"])
        try FileManager.default.createSymbolicLink(
            atPath: file, withDestinationPath: directory.url.path + "/kept/tour")
        try TourMemory(directories: directories).note("taken")
        #expect(FileMover.kind(of: file) == S_IFLNK)
        #expect(try directory.text("kept/tour") == "taken\n")
    }
}
