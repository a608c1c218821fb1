import Foundation

/// The client's ends of connections to these ports of 127.0.0.1 that this process has open, by their own ports; empty where the system
/// does not list descriptors.
public func socketsConnected(to ports: Set<Int>) -> Set<Int> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    let sockets = names.compactMap { Int32($0) }.filter { port(of: $0, getpeername).map(ports.contains) ?? false }
    return Set(sockets.compactMap { port(of: $0, getsockname) })
}

/// Returns the number of descriptors that this process has open; nil if the system does not list them.
public func openDescriptors() -> Int? {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count
}

private typealias AddressCall = (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32

/// Returns the port of either end.
private func port(of descriptor: Int32, _ addressOf: AddressCall) -> Int? {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { addressOf(descriptor, $0, &size) }
    }
    guard result == 0, address.sin_family == sa_family_t(AF_INET) else { return nil }
    return Int(UInt16(bigEndian: address.sin_port))
}

/// Returns the memory of this process that no file backs, in bytes; 0 if the system does not report it.
public func anonymousMemory() -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix("RssAnon:") }),
        let kilobytes = line.split(separator: " ").dropFirst().compactMap({ Int($0) }).first
    else { return 0 }
    return kilobytes << 10
}

/// Returns the memory in use when what was freed has gone back to the system, if that can be asked for.
public func memoryInUse() -> Int {
    // glibc's `malloc_trim(3)`, whose header is in no module.
    typealias Trim = @convention(c) (Int) -> Int32
    if let found = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(found, to: Trim.self)(0) }
    return anonymousMemory()
}
