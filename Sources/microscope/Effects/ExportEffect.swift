import Explorer
import Foundation
import Interchange

/// Writes requests as code, on a thread of its own: a long response is read for its models.
struct ExportEffect {
    private let post: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "microscope.export")

    init(post: @escaping @Sendable (Event) -> Void) { self.post = post }

    func start(_ export: SwiftExport, _ form: SwiftForm, _ reply: Reply<String>) {
        queue.async { [post] in post(reply(export.text(form))) }
    }
}
