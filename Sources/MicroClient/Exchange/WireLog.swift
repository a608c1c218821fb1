import Foundation

extension Exchange {
    /// What stood on the wire on one hop, in order, as far as the transport saw it: the request as it went out and all that was answered, bodies left
    /// out but for the start of the request's.
    ///
    /// It holds credentials as they were sent; what is shown to somebody else passes through ``Redaction`` first. Its description has none.
    public struct WireLog: Sendable, Hashable {
        /// In the order in which they were sent and received.
        public var parts: [Part]

        /// A log of these parts; the transport makes its own.
        public init(_ parts: [Part] = []) { self.parts = parts }

        /// Most that is kept of one part, in bytes, so that no head of a server's fills the memory: 64 KiB. Of a body 4 KiB.
        public static let longestPart = 64 << 10
        /// Most that is kept of the request's body, in bytes.
        public static let longestBody = 4 << 10
        /// Most parts of one hop: a server may send informational answers without end. The first ones are kept, and the last.
        public static let mostParts = 64

        /// The first part of a kind; nil without one.
        public subscript(kind: Part.Kind) -> Part? { parts.first { $0.kind == kind } }

        /// One thing that was said.
        public struct Part: Sendable, Hashable {
            /// What it is, and who said it.
            public var kind: Kind
            /// What was said.
            public var content: Content
            /// The whole of it in bytes as the transport saw it, when ``content`` holds less; with HTTP/2 the size of the fields' names and
            /// values, since what they were compressed to is not known.
            public var length: Int

            /// A part of this content.
            ///
            /// - Parameters:
            ///   - kind: What it is.
            ///   - content: What was said, or its beginning.
            ///   - length: Of all that was said, in bytes. Default: nil, that of the content.
            public init(_ kind: Kind, _ content: Content, length: Int? = nil) {
                self.kind = kind
                self.content = content
                self.length = length ?? content.length
            }

            /// Whether only the beginning is kept.
            public var isCut: Bool { length > content.length }

            /// What a part is.
            public enum Kind: Sendable, Hashable, CaseIterable {
                /// What asked a proxy for a tunnel: `CONNECT`.
                case tunnelRequest
                /// What the proxy answered to that.
                case tunnelAnswer
                /// Request line and fields, the empty line included.
                case requestHead
                /// The start of the request's body, chunk sizes left out.
                case requestBody
                /// A 1xx head.
                case informational
                /// Status line and fields, the empty line included.
                case responseHead
                /// Fields behind the body.
                case trailers
            }
        }

        /// What was said, as the version of HTTP says it.
        public enum Content: Sendable, Hashable {
            /// HTTP/1: byte for byte.
            case bytes(Data)
            /// HTTP/2 and HTTP/3: the fields in their order, pseudo-fields (":method") first.
            case fields(HeaderFields)

            /// In bytes.
            public var length: Int {
                switch self {
                case .bytes(let data): data.count
                case .fields(let fields): fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
                }
            }
        }
    }
}

extension Exchange.WireLog: CustomStringConvertible {
    /// "requestHead 93 B, responseHead 120 B": without what was said.
    public var description: String { parts.map(\.description).joined(separator: ", ") }
}

extension Exchange.WireLog.Part: CustomStringConvertible, CustomReflectable {
    /// "requestHead 93 B": without what was said.
    public var description: String { "\(kind) \(length) B" }
    /// Without what was said.
    public var customMirror: Mirror { .described(self) }
}

extension Exchange.WireLog.Content: CustomStringConvertible, CustomReflectable {
    /// "93 B": without what was said.
    public var description: String { "\(length) B" }
    /// Without what was said.
    public var customMirror: Mirror { .described(self) }
}

extension Exchange.WireLog: CustomReflectable {
    /// Without what was said.
    public var customMirror: Mirror { .described(self) }
}
