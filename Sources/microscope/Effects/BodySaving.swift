import BodyStore
import Exchanges
import Explorer
import Foundation

/// A body on its way into a file: whole or not at all, and never over a file that a person did not mean.
struct BodySaving {
    private let order: BodyFileOrder
    private let target: URL

    init(_ order: BodyFileOrder, environment: [String: String]) {
        self.order = order
        target = Self.file(order.path, environment)
    }

    /// `~` is the home; what has no directory lies in the current one.
    private static func file(_ path: String, _ environment: [String: String]) -> URL {
        guard path == "~" || path.hasPrefix("~/"), let home = environment["HOME"], !home.isEmpty else {
            return URL(fileURLWithPath: path).standardizedFileURL
        }
        return URL(fileURLWithPath: home + path.dropFirst(1)).standardizedFileURL
    }

    func run() -> EffectResult {
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: target.path, isDirectory: &isDirectory)
        if isDirectory.boolValue {
            return .message(StatusMessage(.error, "\(target.path) is a directory: D, and a name in it."))
        }
        if exists, !order.replaces { return .bodyFileExists(target.path, in: order.store) }
        do {
            guard try write() else { return .bodyFileExists(target.path, in: order.store) }
            let size = Wording.bytes(Int64(order.store.count))
            return .message(StatusMessage(.info, "Saved \(size) to \(target.path)"))
        } catch {
            return .message(StatusMessage(.error, "Not saved to \(target.path): \(Self.reason(error)). D asks again."))
        }
    }

    /// - Returns: false when a file came into being there meanwhile.
    private func write() throws -> Bool {
        let beside = target.deletingLastPathComponent().appendingPathComponent(".microscope-\(UUID().uuidString)")
        let descriptor = open(beside.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        defer { unlink(beside.path) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(order.store)
        try handle.synchronize()
        try handle.close()
        return try put(beside)
    }

    /// Without asking first whether it is there, another program cannot come in between.
    private func put(_ written: URL) throws -> Bool {
        if order.replaces {
            guard rename(written.path, target.path) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
            return true
        }
        if link(written.path, target.path) == 0 { return true }
        if errno == EEXIST { return false }
        // File systems without hard links.
        guard [EPERM, ENOTSUP, EMLINK].contains(errno), access(target.path, F_OK) != 0,
            rename(written.path, target.path) == 0
        else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        return true
    }

    private static func reason(_ error: any Error) -> String {
        if let error = error as? POSIXError { return String(cString: strerror(error.code.rawValue)) }
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? POSIXError
        return cause.map { String(cString: strerror($0.code.rawValue)) } ?? error.localizedDescription
    }
}
