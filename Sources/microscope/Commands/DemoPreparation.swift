import CollectionFiles
import DemoAPI
import Foundation

/// Makes the demo ready to be explored: its collection where a person may change it, its API on a port.
struct DemoPreparation {
    let directories: MicroscopeDirectories

    /// The demo, ready.
    struct Prepared {
        var directory: URL
        /// The server, which responds until it is stopped.
        var server: DemoServer
        /// The values that differ from the collection's environments: the address, if the usual port was taken.
        var sessionValues: [String: String]
    }

    /// The directory of the collection's copy.
    var directory: URL { directories.data.appendingPathComponent("demo", isDirectory: true) }

    /// - Throws: `FileError` when the collection cannot be unpacked, `DemoServerError`.
    func prepare() throws -> Prepared {
        try MicroscopeDirectories.makePrivate(directories.data)
        try BundledCollection.demo.unpack(into: directory)
        let server = try startServer()
        let isUsual = server.port == DemoAPICommand.usualPort
        return Prepared(
            directory: directory, server: server, sessionValues: isUsual ? [:] : ["baseUrl": server.baseURL])
    }

    private func startServer() throws -> DemoServer {
        do {
            return try DemoServer(port: DemoAPICommand.usualPort)
        } catch let error as DemoServerError where error.code == .portInUse {
            return try DemoServer()
        }
    }
}
