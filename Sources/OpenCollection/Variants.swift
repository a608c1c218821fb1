/// A body among several of a request, of which the selected one is sent. Not read by Bruno.
public struct BodyVariant: Sendable, Hashable {
    public var title: String
    public var isSelected: Bool
    public var body: RequestBody
    public var origin: Int?

    public init(title: String, isSelected: Bool = false, body: RequestBody, origin: Int? = nil) {
        self.title = title
        self.isSelected = isSelected
        self.body = body
        self.origin = origin
    }
}

/// A value among several of a variable, of which the selected one counts. Not read by Bruno.
public struct ValueVariant: Sendable, Hashable {
    public var title: String
    public var isSelected: Bool
    public var value: String
    public var type: Variable.ValueType
    public var origin: Int?

    public init(
        title: String, isSelected: Bool = false, value: String, type: Variable.ValueType = .string, origin: Int? = nil
    ) {
        self.title = title
        self.isSelected = isSelected
        self.value = value
        self.type = type
        self.origin = origin
    }
}

// MARK: - What has variants

/// A value of which a file may have several: its own content is that of the selected one, as edited.
package protocol VariantOwner {
    associatedtype Variant: ContentVariant

    /// The variants; empty unless the file has a list of them.
    var variants: [Variant] { get set }
    var content: Variant.Content { get set }
}

/// A content among several, of which the selected one counts.
package protocol ContentVariant: Equatable {
    associatedtype Content

    var title: String { get set }
    var isSelected: Bool { get set }
    var content: Content { get set }
    var origin: Int? { get set }

    init(title: String, isSelected: Bool, content: Content)

    /// Forgets the lines of a file that it came from.
    mutating func forgetOrigins()
}

extension VariantOwner {
    /// The index of the variant that ``content`` is: the first that is selected, else the first of all; nil without variants.
    ///
    /// - Source: Bruno's import of a bundled file.
    package var selectedVariant: Int? { variants.firstIndex(where: \.isSelected) ?? variants.indices.first }

    /// Makes another variant the one that counts; what was edited in the former stays in it.
    package mutating func selectVariant(_ index: Int) {
        guard variants.indices.contains(index) else { return }
        variants = writtenVariants
        for other in variants.indices { variants[other].isSelected = other == index }
        content = variants[index].content
    }

    /// The variants with what was edited in the selected one.
    package var writtenVariants: [Variant] {
        get {
            var written = variants
            if let selectedVariant { written[selectedVariant].content = content }
            return written
        }
        set {
            variants = newValue
            if let selectedVariant { content = newValue[selectedVariant].content }
        }
    }

    /// Adds a variant like the selected one; the first makes the content itself a variant.
    ///
    /// - Returns: its index.
    package mutating func addVariant() -> Int {
        if variants.isEmpty { variants = [Variant(title: "Variant 1", isSelected: true, content: content)] }
        var added = Variant(title: "Variant \(variants.count + 1)", isSelected: false, content: content)
        added.forgetOrigins()
        variants.append(added)
        return variants.count - 1
    }

    package mutating func duplicateVariant(at index: Int) {
        var copy = writtenVariants[index]
        copy.forgetOrigins()
        copy.isSelected = false
        copy.title += " copy"
        variants.insert(copy, at: index + 1)
    }

    /// Removes a variant. If it was the only one, the content stays as it is edited.
    package mutating func removeVariant(at index: Int) {
        let wasSelected = index == selectedVariant
        variants.remove(at: index)
        guard wasSelected, let next = selectedVariant else { return }
        variants[next].isSelected = true
        content = variants[next].content
    }
}

extension RequestDefinition: VariantOwner {
    package var variants: [BodyVariant] {
        get { bodyVariants }
        set { bodyVariants = newValue }
    }
    package var content: RequestBody {
        get { body }
        set { body = newValue }
    }
}

extension BodyVariant: ContentVariant {
    package var content: RequestBody {
        get { body }
        set { body = newValue }
    }

    package init(title: String, isSelected: Bool, content: RequestBody) {
        self.init(title: title, isSelected: isSelected, body: content)
    }

    package mutating func forgetOrigins() {
        origin = nil
        body.forgetOrigins()
    }
}

extension Variable: VariantOwner {
    package var content: WrittenValue {
        get { WrittenValue(value, type) }
        set { (value, type) = (newValue.value, newValue.type) }
    }
}

extension ValueVariant: ContentVariant {
    package var content: WrittenValue {
        get { WrittenValue(value, type) }
        set { (value, type) = (newValue.value, newValue.type) }
    }

    package init(title: String, isSelected: Bool, content: WrittenValue) {
        self.init(title: title, isSelected: isSelected, value: content.value, type: content.type)
    }

    package mutating func forgetOrigins() { origin = nil }
}

/// A value with its type: a text alone is a string.
package struct WrittenValue: Equatable {
    var value: String
    var type: Variable.ValueType

    init(_ value: String, _ type: Variable.ValueType) { (self.value, self.type) = (value, type) }
}
