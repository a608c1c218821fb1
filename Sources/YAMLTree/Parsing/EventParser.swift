internal import CYAML

/// An event of libyaml, with positions as scalar indexes into the input and as lines and columns.
struct ParserEvent {
    enum Kind {
        case documentStart
        case documentEnd
        case alias(String)
        case scalar(String, YAMLScalar.Style)
        case sequenceStart(isFlow: Bool)
        case mappingStart(isFlow: Bool)
        case collectionEnd
        case streamEnd
    }

    let kind: Kind
    let anchor: String?
    let tag: String?
    /// Scalar index where the event begins, anchor and tag included.
    let start: Int
    /// Scalar index where it ends.
    let end: Int
    /// The 0-based line of `start`.
    let line: Int
    /// The 0-based column of `start`, in scalars.
    let column: Int
}

/// The problem at which libyaml stopped.
struct ParserProblem: Error {
    let message: String
    let context: String?
    /// Scalar index of the problem; nil when `byteOffset` says it.
    let index: Int?
    /// Byte offset, for text that could not be decoded.
    let byteOffset: Int?
    let contextIndex: Int
    /// The value of the scalar that is not allowed, where that is the problem.
    let value: Int
}

/// libyaml's event parser over bytes that stay where they are while it lives.
///
/// - Source: libyaml `yaml_parser_parse`.
struct EventParser: ~Copyable {
    // libyaml keeps pointers into this struct, so it has an address of its own.
    private let parser: UnsafeMutablePointer<yaml_parser_t>

    /// - Parameter input: UTF-8 without byte order mark, not empty.
    init(_ input: UnsafeBufferPointer<UInt8>) {
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        let isReady = yaml_parser_initialize(parser) == 1
        precondition(isReady, "libyaml could not allocate its parser")
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// Returns the next event; the one of the stream's start is left out.
    func next() throws(ParserProblem) -> ParserEvent {
        while true {
            var event = yaml_event_t()
            guard yaml_parser_parse(parser, &event) == 1 else { throw problem() }
            defer { yaml_event_delete(&event) }
            if event.type != YAML_STREAM_START_EVENT { return Self.convert(event) }
        }
    }

    private func problem() -> ParserProblem {
        let state = parser.pointee
        let isReaderError = state.error == YAML_READER_ERROR
        return ParserProblem(
            message: state.problem.map { String(cString: $0) } ?? "the parser ran out of memory",
            context: state.context.map { String(cString: $0) },
            index: isReaderError ? nil : Int(state.problem_mark.index),
            byteOffset: isReaderError ? Int(state.problem_offset) : nil,
            contextIndex: Int(state.context_mark.index),
            value: Int(state.problem_value))
    }
}

extension EventParser {
    private static func convert(_ event: yaml_event_t) -> ParserEvent {
        switch event.type {
        case YAML_SCALAR_EVENT: scalar(event)
        case YAML_ALIAS_EVENT: make(event, .alias(text(event.data.alias.anchor) ?? ""))
        case YAML_SEQUENCE_START_EVENT: sequenceStart(event)
        case YAML_MAPPING_START_EVENT: mappingStart(event)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: make(event, .collectionEnd)
        case YAML_DOCUMENT_START_EVENT: make(event, .documentStart)
        case YAML_DOCUMENT_END_EVENT: make(event, .documentEnd)
        default: make(event, .streamEnd)
        }
    }

    private static func scalar(_ event: yaml_event_t) -> ParserEvent {
        let scalar = event.data.scalar
        let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        let kind = ParserEvent.Kind.scalar(String(decoding: bytes, as: UTF8.self), style(scalar.style))
        return make(event, kind, anchor: scalar.anchor, tag: scalar.tag)
    }

    private static func sequenceStart(_ event: yaml_event_t) -> ParserEvent {
        let data = event.data.sequence_start
        let isFlow = data.style == YAML_FLOW_SEQUENCE_STYLE
        return make(event, .sequenceStart(isFlow: isFlow), anchor: data.anchor, tag: data.tag)
    }

    private static func mappingStart(_ event: yaml_event_t) -> ParserEvent {
        let data = event.data.mapping_start
        let isFlow = data.style == YAML_FLOW_MAPPING_STYLE
        return make(event, .mappingStart(isFlow: isFlow), anchor: data.anchor, tag: data.tag)
    }

    private static func make(
        _ event: yaml_event_t, _ kind: ParserEvent.Kind,
        anchor: UnsafeMutablePointer<UInt8>? = nil, tag: UnsafeMutablePointer<UInt8>? = nil
    ) -> ParserEvent {
        ParserEvent(
            kind: kind, anchor: text(anchor), tag: text(tag),
            start: Int(event.start_mark.index), end: Int(event.end_mark.index),
            line: Int(event.start_mark.line), column: Int(event.start_mark.column))
    }

    private static func text(_ pointer: UnsafeMutablePointer<UInt8>?) -> String? {
        pointer.map { String(cString: $0) }
    }

    private static func style(_ style: yaml_scalar_style_t) -> YAMLScalar.Style {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE: .literal
        case YAML_FOLDED_SCALAR_STYLE: .folded
        default: .plain
        }
    }
}
