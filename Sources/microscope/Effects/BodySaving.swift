import BodyStore
import Exchanges
import Explorer
import Foundation

/// The saving of a body to a file: completely or not at all, and never over a file that the user did not mean.
struct BodySaving {
    private let order: BodyFileOrder
    private let target: URL

    init(_ order: BodyFileOrder, environment: [String: String]) {
        self.order = order
        target = WholeFile.typed(order.path, environment)
    }

    func run(_ reply: Reply<String>) -> Event {
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: target.path, isDirectory: &isDirectory)
        if isDirectory.boolValue {
            return reply.show(StatusMessage(.error, "\(target.path) is a directory: D, and add a file name."))
        }
        if exists, !order.replaces { return reply(target.path) }
        do {
            let file = WholeFile(target, mode: 0o666)
            guard try file.write(replaces: order.replaces, { try $0.write(all: order.store) }) else {
                return reply(target.path)
            }
            let size = Wording.bytes(Int64(order.store.count))
            return reply.show(StatusMessage(.info, "Saved \(size) to \(target.path)"))
        } catch {
            return reply.show(
                StatusMessage(.error, "Not saved to \(target.path): \(ErrorWords.text(of: error)). D asks again."))
        }
    }
}
