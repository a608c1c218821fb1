internal import CXML
import Foundation

/// The functions of libxml2, loaded when a worker needs them: nothing is linked, so that the program runs without it.
struct XMLLibrary {
    typealias Document = UnsafeMutablePointer<microscope_xml_node>
    typealias Value = UnsafeMutablePointer<microscope_xml_value>
    private typealias Read =
        @convention(c) (UnsafePointer<CChar>?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?, Int32) -> Document?

    private let readXML: Read
    private let readHTML: Read
    private let makeContext: @convention(c) (Document) -> OpaquePointer?
    private let registerNamespace: @convention(c) (OpaquePointer, UnsafePointer<UInt8>, UnsafePointer<UInt8>) -> Int32
    private let evaluate: @convention(c) (UnsafePointer<UInt8>, OpaquePointer) -> Value?
    private let castToText: @convention(c) (Value) -> UnsafeMutablePointer<UInt8>?
    private let rootElement: @convention(c) (Document) -> Document?
    private let namespaces:
        @convention(c) (Document, Document) -> UnsafeMutablePointer<UnsafeMutablePointer<microscope_xml_namespace>?>?
    private let lastError: @convention(c) () -> UnsafePointer<microscope_xml_error>?

    /// Debian's names, then those of Homebrew and of a build of one's own.
    private static let names = [
        "libxml2.so.2", "libxml2.so.16", "libxml2.2.dylib", "libxml2.dylib",
        "/opt/homebrew/opt/libxml2/lib/libxml2.dylib",
        "/usr/local/lib/libxml2.dylib",
    ]

    /// Loads libxml2; nil if it is not installed, or lacks a function.
    init?() {
        guard let handle = Self.names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else { return nil }
        let symbols = LibrarySymbols(handle: handle)
        do {
            readXML = try symbols.find("xmlReadMemory")
            readHTML = try symbols.find("htmlReadMemory")
            makeContext = try symbols.find("xmlXPathNewContext")
            registerNamespace = try symbols.find("xmlXPathRegisterNs")
            evaluate = try symbols.find("xmlXPathEvalExpression")
            castToText = try symbols.find("xmlXPathCastToString")
            rootElement = try symbols.find("xmlDocGetRootElement")
            namespaces = try symbols.find("xmlGetNsList")
            lastError = try symbols.find("xmlGetLastError")
        } catch {
            return nil
        }
    }

    // MARK: - Documents

    /// No network, no complaints on standard error. Entities are not replaced, and no document type is read from elsewhere: neither is the
    /// default, and both stay so. HTML is taken with all its faults.
    ///
    /// - Source: libxml2, parser.h: XML_PARSE_NOERROR, NOWARNING, NONET; HTMLparser.h has the same numbers, and HTML_PARSE_RECOVER.
    private static let options: Int32 = 1 << 5 | 1 << 6 | 1 << 11
    private static let recovers: Int32 = 1 << 0

    /// Reads a document of UTF-8, whatever it says of its charset. It is never freed: the process ends with it.
    ///
    /// - Returns: The document; nil if it is none, and ``failure`` says why.
    func read(_ bytes: [UInt8], isHTML: Bool) -> Document? {
        guard let count = Int32(exactly: bytes.count) else { return nil }
        return bytes.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            return isHTML
                ? readHTML(start, count, nil, "UTF-8", Self.options | Self.recovers)
                : readXML(start, count, nil, "UTF-8", Self.options)
        }
    }

    /// Whether the document declares entities itself: they are not replaced, so that what is read of it would lack them, or be as large as
    /// whoever wrote it wants.
    func declaresEntities(_ document: Document) -> Bool {
        Self.children(of: document, MICROSCOPE_XML_DOCUMENT_TYPE).contains {
            !Self.children(of: $0, MICROSCOPE_XML_ENTITY_DECLARATION).isEmpty
        }
    }

    private static func children(of node: Document, _ type: Int) -> [Document] {
        var (found, next): ([Document], Document?) = ([], node.pointee.children)
        while let child = next {
            if Int(child.pointee.type) == type { found.append(child) }
            next = child.pointee.next
        }
        return found
    }

    /// Takes elements out of the default namespace, so that a name without a prefix means them: XPath 1.0 has no other name for them.
    func forgetDefaultNamespace(of document: Document) {
        var next: Document? = document.pointee.children
        while let node = next {
            if Int(node.pointee.type) == MICROSCOPE_XML_ELEMENT {
                if let space = node.pointee.name_space, space.pointee.prefix == nil { node.pointee.name_space = nil }
                if let child = node.pointee.children {
                    next = child
                    continue
                }
            }
            next = Self.following(node, within: document)
        }
    }

    /// Returns the next node that is not below this one.
    private static func following(_ node: Document, within document: Document) -> Document? {
        var place: Document? = node
        while let here = place, here != document {
            if let next = here.pointee.next { return next }
            place = here.pointee.parent
        }
        return nil
    }

    // MARK: - Expressions

    /// A value of XPath, or of a list of nodes the text of its first.
    enum Found {
        case nothing
        case text(String)
        case number(Double)
        case boolean(Bool)
    }

    /// Evaluates an expression in which the prefixes are those of the document's root element.
    ///
    /// - Returns: The value; nil if it is no expression, and ``failure`` says why.
    func value(of expression: String, in document: Document) -> Found? {
        guard let context = makeContext(document) else { return nil }
        if let root = rootElement(document), let list = namespaces(document, root) {
            for space in sequence(first: list, next: { $0 + 1 }).lazy.map(\.pointee).prefix(while: { $0 != nil }) {
                guard let space, let prefix = space.pointee.prefix, let name = space.pointee.href else { continue }
                _ = registerNamespace(context, prefix, name)
            }
        }
        return evaluate(Array(expression.utf8) + [0], context).map(found)
    }

    private func found(_ value: Value) -> Found {
        switch Int(value.pointee.type) {
        case MICROSCOPE_XPATH_NODES where (value.pointee.nodes?.pointee.count ?? 0) == 0: .nothing
        case MICROSCOPE_XPATH_BOOLEAN: .boolean(value.pointee.boolean != 0)
        case MICROSCOPE_XPATH_NUMBER: .number(value.pointee.number)
        default: castToText(value).map { .text(String(cString: $0)) } ?? .nothing
        }
    }

    /// The library's last complaint.
    var failure: (words: String, isOutOfMemory: Bool) {
        guard let error = lastError() else { return ("libxml2 gives no reason", false) }
        let words = error.pointee.message.map { String(cString: $0).trimmingCharacters(in: .whitespacesAndNewlines) }
        let place = error.pointee.line > 0 ? "line \(error.pointee.line): " : ""
        return (place + (words ?? "error \(error.pointee.code)"), Int(error.pointee.code) == MICROSCOPE_XML_NO_MEMORY)
    }
}
