import Foundation
import MicroClient

/// A value that is written down field by field. Each field is named once, for writing and for reading.
package protocol WrittenDown: Sendable {
    /// The value that reading begins with.
    static var blank: Self { get }
    mutating func code(_ fields: FieldCoder) throws
}

/// The encoded form of a value.
package struct Written<Value: WrittenDown>: Codable {
    package var value: Value

    package init(_ value: Value) { self.value = value }

    package init(from decoder: any Decoder) throws {
        value = .blank
        try value.code(FieldCoder(decoder))
    }

    package func encode(to encoder: any Encoder) throws {
        var copy = value
        try copy.code(FieldCoder(encoder))
    }
}

/// The fields of an object while it is read or written. An absent field is nil or its usual value.
package struct FieldCoder {
    private let reading: KeyedDecodingContainer<FieldName>?
    private let writing: KeyedEncodingContainer<FieldName>?

    private struct FieldName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(_ decoder: any Decoder) throws { (reading, writing) = (try decoder.container(keyedBy: FieldName.self), nil) }

    init(_ encoder: any Encoder) { (reading, writing) = (nil, encoder.container(keyedBy: FieldName.self)) }

    func field<Value: Codable>(_ name: String, _ value: inout Value?) throws {
        let name = FieldName(stringValue: name)
        if let reading { value = try reading.decodeIfPresent(Value.self, forKey: name) }
        if var writing { try writing.encodeIfPresent(value, forKey: name) }
    }

    func field<Value: Codable>(_ name: String, _ value: inout Value) throws {
        let name = FieldName(stringValue: name)
        if let reading { value = try reading.decode(Value.self, forKey: name) }
        if var writing { try writing.encode(value, forKey: name) }
    }

    func field<Value: Codable & Equatable>(_ name: String, _ value: inout Value, unless usual: Value) throws {
        var written = value == usual ? nil : value
        try field(name, &written)
        value = written ?? usual
    }

    func field<Value: WrittenDown>(_ name: String, _ value: inout Value?) throws {
        var written = value.map(Written.init)
        try field(name, &written)
        value = written?.value
    }

    func field<Value: WrittenDown>(_ name: String, _ value: inout Value) throws {
        var written = Written(value)
        try field(name, &written)
        value = written.value
    }

    /// Codes a list that is absent if it is empty.
    func list<Value: WrittenDown>(_ name: String, _ values: inout [Value]) throws {
        var written = values.isEmpty ? nil : values.map(Written.init)
        try field(name, &written)
        values = written?.map(\.value) ?? []
    }

    /// Codes a moment in microseconds since 1970.
    func moment(_ name: String, _ date: inout Date) throws {
        var microseconds = date.microsecondsSince1970
        try field(name, &microseconds)
        date = Date(microsecondsSince1970: microseconds)
    }

    func duration(_ name: String, _ duration: inout Duration) throws {
        var nanoseconds = duration.nanoseconds
        try field(name, &nanoseconds)
        duration = .nanoseconds(nanoseconds)
    }

    func duration(_ name: String, _ duration: inout Duration?) throws {
        var nanoseconds = duration?.nanoseconds
        try field(name, &nanoseconds)
        duration = nanoseconds.map(Duration.nanoseconds)
    }

    func fields(_ name: String, _ fields: inout HeaderFields) throws {
        var form = FieldsForm(fields)
        try field(name, &form)
        fields = form.value
    }
}

/// Names and values in turn, in one flat list. A last text alone has the indices, separated by commas, of those that were not UTF-8.
struct FieldsForm: Codable {
    var value: HeaderFields

    init(_ fields: HeaderFields) { value = fields }

    init(from decoder: any Decoder) throws {
        let texts = try [String](from: decoder)
        let latin1 = texts.count % 2 == 0 ? [] : texts[texts.count - 1].split(separator: ",").compactMap { Int($0) }
        value = HeaderFields(
            stride(from: 0, to: texts.count - texts.count % 2, by: 2).map { index in
                let (name, text) = (texts[index], texts[index + 1])
                return latin1.contains(index / 2) ? HeaderField(name, bytes: text.latin1Bytes) : HeaderField(name, text)
            })
    }

    func encode(to encoder: any Encoder) throws {
        let latin1 = value.indices.filter { value[$0].bytes != nil }.map { String($0) }
        let texts = value.flatMap { [$0.name, $0.value] }
        try (texts + (latin1.isEmpty ? [] : [latin1.joined(separator: ",")])).encode(to: encoder)
    }
}
