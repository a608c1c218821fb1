internal import CJQ
import Foundation

/// The values of the body, one after the other: each is filtered, and `input` and `inputs` in a filter take those that come next.
final class JQInput {
    enum Next {
        case value(jv)
        /// The reason why there are no more values, in jq's words.
        case broken(String)
        case end
        case disconnected
    }

    private let library: JQLibrary
    private let parser: JQLibrary.Parser
    private let input: WorkerInput
    /// The reason why no value follows any more.
    private var last: Next?

    /// Creates an input; nil if there is no memory for its parser.
    init?(_ library: JQLibrary, _ input: WorkerInput) {
        guard let parser = library.makeParser(0) else { return nil }
        (self.library, self.parser, self.input) = (library, parser, input)
    }

    /// Returns the next complete value; after the last one, the same result again and again.
    func next() -> Next {
        while true {
            if let last { return last }
            let value = library.nextValue(parser)
            guard library.kind(value) == JV_KIND_INVALID else { return .value(value) }
            guard library.hasMessage(library.copy(value)) == 0 else {
                last = .broken(library.words(library.message(value)))
                continue
            }
            library.free(value)
            readPiece()
        }
    }

    private var isAtEnd = false

    private func readPiece() {
        guard !isAtEnd else {
            last = .end
            return
        }
        let bytes = input.readPiece()
        guard let count = bytes?.count, let start = bytes?.baseAddress?.assumingMemoryBound(to: CChar.self) else {
            last = .disconnected
            return
        }
        isAtEnd = count == 0
        library.setBuffer(parser, start, Int32(count), isAtEnd ? 0 : 1)
    }

    /// Returns the value for jq's `input`; jq itself reports that there is no more.
    static func give(to context: UnsafeMutableRawPointer?) -> jv {
        // The context is set before the first value is read.
        guard let context else { return jv() }
        let values = Unmanaged<JQInput>.fromOpaque(context).takeUnretainedValue()
        switch values.next() {
        case .value(let value): return value
        case .broken(let text): return values.library.failure(values.library.text(text))
        case .end, .disconnected: return values.library.invalid()
        }
    }
}
