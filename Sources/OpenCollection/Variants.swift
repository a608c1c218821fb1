/// One of several bodies of a request, of which the selected one is sent. Not read by Bruno.
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

/// One of several values of a variable, of which the selected one counts. Not read by Bruno.
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

extension RequestDefinition {
    /// Index of the variant that ``body`` is; nil without variants.
    public var selectedBodyVariant: Int? { bodyVariants.selectedIndex(\.isSelected) }

    /// Makes another variant the one that is sent; what was edited in the former stays in it.
    public mutating func selectBodyVariant(_ index: Int) {
        guard bodyVariants.indices.contains(index) else { return }
        bodyVariants = writtenVariants
        for other in bodyVariants.indices { bodyVariants[other].isSelected = other == index }
        body = bodyVariants[index].body
    }

    /// The variants with what was edited in the selected one.
    var writtenVariants: [BodyVariant] {
        var variants = bodyVariants
        if let selectedBodyVariant { variants[selectedBodyVariant].body = body }
        return variants
    }
}

extension Variable {
    /// Index of the variant that ``value`` is; nil without variants.
    public var selectedVariant: Int? { variants.selectedIndex(\.isSelected) }

    /// Makes another variant the one that counts; what was edited in the former stays in it.
    public mutating func selectVariant(_ index: Int) {
        guard variants.indices.contains(index) else { return }
        variants = writtenVariants
        for other in variants.indices { variants[other].isSelected = other == index }
        (value, type) = (variants[index].value, variants[index].type)
    }

    /// The variants with what was edited in the selected one.
    var writtenVariants: [ValueVariant] {
        var variants = variants
        if let selectedVariant { (variants[selectedVariant].value, variants[selectedVariant].type) = (value, type) }
        return variants
    }
}

extension Array {
    /// The first that is selected, else the first of all; nil where there are none.
    ///
    /// - Source: Bruno's import of a bundled file.
    fileprivate func selectedIndex(_ isSelected: (Element) -> Bool) -> Int? {
        firstIndex(where: isSelected) ?? indices.first
    }
}
