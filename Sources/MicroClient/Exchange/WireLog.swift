import Foundation

extension Exchange {
    /// The bytes on the wire of one hop, in order, as far as the transport saw them: the request as it went out and all that was received,
    /// without bodies except the start of the request's.
    ///
    /// It contains credentials as they were sent; apply ``Redaction`` before showing it to others. Its description contains none.
    public struct WireLog: Sendable, Hashable {
        /// The parts in the order in which they were sent and received.
        public var parts: [Part]

        /// Creates a log; a transport creates its own.
        public init(_ parts: [Part] = []) { self.parts = parts }

        /// The largest size that is kept of one part, so that no head can fill the memory: 64 KiB, in bytes. For a body ``longestBody`` applies.
        public static let longestPart = 64 << 10
        /// The largest size that is kept of the request's body: 4 KiB, in bytes.
        public static let longestBody = 4 << 10
        /// The largest number of parts of one hop: a server may send informational responses without end. The first ones are kept, and the last.
        public static let mostParts = 64

        /// Returns the first part of a kind; nil if there is none.
        public subscript(kind: Part.Kind) -> Part? { parts.first { $0.kind == kind } }

        /// One message on the wire, or a section of one.
        public struct Part: Sendable, Hashable {
            /// The kind of the part, and thereby who sent it.
            public var kind: Kind
            /// The content, or its beginning.
            public var content: Content
            /// The full size in bytes as the transport saw it, which exceeds that of ``content`` when that is cut; with HTTP/2 the size of the
            /// fields' names and values, since their compressed size is not known.
            public var length: Int

            /// Creates a part.
            ///
            /// - Parameters:
            ///   - kind: The kind.
            ///   - content: The content, or its beginning.
            ///   - length: The full size in bytes. Default: nil, that of the content.
            public init(_ kind: Kind, _ content: Content, length: Int? = nil) {
                self.kind = kind
                self.content = content
                self.length = length ?? content.length
            }

            /// Whether only the beginning is kept.
            public var isCut: Bool { length > content.length }

            /// The kinds of parts.
            public enum Kind: Sendable, Hashable, CaseIterable {
                /// The request to a proxy for a tunnel: `CONNECT`.
                case tunnelRequest
                /// The proxy's response to that.
                case tunnelResponse
                /// The request line and fields, the empty line included.
                case requestHead
                /// The start of the request's body, without chunk sizes.
                case requestBody
                /// A response head with a 1xx status.
                case informational
                /// The status line and fields, the empty line included.
                case responseHead
                /// The trailers: fields after the body.
                case trailers
            }
        }

        /// The content of a part, in the form of its HTTP version.
        public enum Content: Sendable, Hashable {
            /// The bytes of HTTP/1.
            case bytes(Data)
            /// The fields of HTTP/2 and HTTP/3 in their order, pseudo-fields (":method") first.
            case fields(HeaderFields)

            /// The size in bytes; for fields that of their names and values.
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
    /// A description without the content: "requestHead 93 B, responseHead 120 B".
    public var description: String { parts.map(\.description).joined(separator: ", ") }
}

extension Exchange.WireLog.Part: CustomStringConvertible, CustomReflectable {
    /// A description without the content: "requestHead 93 B".
    public var description: String { "\(kind) \(length) B" }
    /// A mirror without the content.
    public var customMirror: Mirror { .described(self) }
}

extension Exchange.WireLog.Content: CustomStringConvertible, CustomReflectable {
    /// A description without the content: "93 B".
    public var description: String { "\(length) B" }
    /// A mirror without the content.
    public var customMirror: Mirror { .described(self) }
}

extension Exchange.WireLog: CustomReflectable {
    /// A mirror without the content.
    public var customMirror: Mirror { .described(self) }
}
