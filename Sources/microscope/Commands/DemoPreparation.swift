import CollectionFiles
import DemoAPI
import Foundation

/// Stand-in until the embedded collection lands.
struct DemoPreparation {
    let directories: MicroscopeDirectories
    func prepare() throws -> (directory: URL, server: DemoServer, sessionValues: [String: String]) {
        let server = try DemoServer(port: 0)
        return (URL(fileURLWithPath: "Collections/Demo"), server, ["baseUrl": server.baseURL])
    }
}
