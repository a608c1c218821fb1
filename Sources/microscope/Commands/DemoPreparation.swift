import CollectionFiles
import DemoAPI
import Foundation

/// Makes the demo ready to be explored: its collection where a person may change it, its API on a port.
struct DemoPreparation {
    let directories: MicroscopeDirectories

    /// - Returns: the collection's directory, the API, which answers until it is stopped, and what differs from the collection's
    ///   environments: the address, when the usual port was taken.
    /// - Throws: `FileError` when the collection cannot be unpacked, `DemoServerError`.
    func prepare() throws -> (directory: URL, server: DemoServer, sessionValues: [String: String]) {
        let directory = directories.data.appendingPathComponent("demo", isDirectory: true)
        try MicroscopeDirectories.makePrivate(directories.data)
        try BundledCollection.demo.unpack(into: directory)
        let server = try startServer()
        let isUsual = server.port == DemoAPICommand.usualPort
        return (directory, server, isUsual ? [:] : ["baseUrl": server.baseURL])
    }

    private func startServer() throws -> DemoServer {
        do {
            return try DemoServer(port: DemoAPICommand.usualPort)
        } catch let error as DemoServerError where error.code == .portInUse {
            return try DemoServer()
        }
    }
}
