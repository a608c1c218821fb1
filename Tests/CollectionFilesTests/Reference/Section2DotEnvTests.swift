import CollectionFiles
import Foundation
import OpenCollection
import Testing

@Suite("Reference, section 2.3: .env") struct Section2DotEnvTests {
    private func process(_ files: [String: String], _ environment: [String: String]) throws -> [String: String] {
        let directory = try TemporaryDirectory()
        try directory.write(["api/opencollection.yml": ""].merging(files) { $1 })
        let home = MicroscopeDirectories(environment: ["MICROSCOPE_HOME": directory.url.path])
        return OutsideSources(
            root: directory.url.appendingPathComponent("api"), directories: home, environment: environment
        ).processEnvironment
    }

    @Test(
        "process.env.X",
        arguments: [
            ("2.3 operating system", [:], "os"), ("2.3 and 11 no. 24: the file wins", ["api/.env": "X=file"], "file"),
            ("2.3 and 11 no. 24: .env.local feeds nothing", ["api/.env.local": "X=local"], "os"),
            ("2.3 nor does .env of a folder", ["api/users/.env": "X=folder"], "os"),
            ("2.3 nor .env above without a workspace", [".env": "X=above"], "os"),
        ] as [(String, [String: String], String)])
    func overlay(id: String, files: [String: String], expected: String) throws {
        #expect(try process(files, ["X": "os"])["X"] == expected, "\(id)")
    }
}
