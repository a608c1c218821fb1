import Foundation

/// The worker that evaluates an expression of XPath on a body. A process of its own, since the library is C and reads what servers write.
public struct MarkupWorker {
    /// Runs the worker, in place of the program, when it is started as one.
    ///
    /// - Parameter arguments: The worker's arguments: bytes of memory, seconds of processor time.
    /// - Returns: The exit status.
    public static func run(_ arguments: [String]) -> Int32 {
        guard let limits = WorkerLimits(arguments) else { return WorkerStatus.disconnected.rawValue }
        WorkerProcess.begin()
        guard let library = XMLLibrary() else { return WorkerStatus.noLibrary.rawValue }
        guard limits.bind() else { return WorkerStatus.disconnected.rawValue }
        return MarkupWorker(library: library).work().rawValue
    }

    private let library: XMLLibrary

    private func work() -> WorkerStatus {
        let input = WorkerInput()
        guard let order = input.readOrder().flatMap(MarkupOrder.init), let body = input.readAll() else {
            return .disconnected
        }
        guard let document = library.read(body, isHTML: order.isHTML) else { return end(.broken) }
        if library.declaresEntities(document) {
            WorkerReport.broken("it declares entities of its own, which are not read").send()
            return .broken
        }
        library.forgetDefaultNamespace(of: document)
        guard let found = library.value(of: order.expression, in: document) else { return end(.refused) }
        return write(found) ? .done : .disconnected
    }

    private func end(_ status: WorkerStatus) -> WorkerStatus {
        let (words, isOutOfMemory) = library.failure
        guard !isOutOfMemory else {
            WorkerReport.outOfMemory.send()
            return .outOfMemory
        }
        (status == .broken ? WorkerReport.broken(words) : .refused(words)).send()
        return status
    }

    private func write(_ found: XMLLibrary.Found) -> Bool {
        var output = WorkerOutput()
        let text =
            switch found {
            case .nothing: ""
            case .text(let text): "text\n\(text)"
            case .number(let number): "number\n\(number)"
            case .boolean(let value): "boolean\n\(value)"
            }
        return Array(text.utf8).withUnsafeBytes { output.write($0) } && output.flush()
    }
}

/// The order to the worker: the kind of document on a line, and the expression.
struct MarkupOrder {
    let isHTML: Bool
    let expression: String

    init(isHTML: Bool, expression: String) { (self.isHTML, self.expression) = (isHTML, expression) }

    init?(_ text: String) {
        guard let end = text.firstIndex(of: "\n") else { return nil }
        self.init(isHTML: text[..<end] == "html", expression: String(text[text.index(after: end)...]))
    }

    var text: String { "\(isHTML ? "html" : "xml")\n\(expression)" }
}
