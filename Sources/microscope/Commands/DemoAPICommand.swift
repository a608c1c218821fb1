import CursesTerminal
import DemoAPI
import Foundation

/// `microscope demo-api`: the demo API alone, until it is interrupted.
struct DemoAPICommand {
    static let usualPort: UInt16 = 8642
    let port: UInt16?

    func run() throws -> Int32 {
        let signals = try SignalPipe([SIGINT, SIGTERM, SIGHUP])
        let server = try DemoServer(port: port ?? Self.usualPort)
        defer { server.stop() }
        try StandardStreams.print(server.baseURL)
        var source = pollfd(fd: signals.fileDescriptor, events: Int16(POLLIN), revents: 0)
        while poll(&source, 1, -1) < 0, errno == EINTR {}
        return signals.read().first == SIGINT ? 130 : 0
    }
}
