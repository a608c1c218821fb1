extension Variable: MergedRow {
    var mergeText: String {
        let text = isSecret ? "a secret" : value
        return isEnabled ? text : "\(text) (off)"
    }

    static func merged(_ versions: Versions<Variable>, _ name: String, _ merging: inout FieldMerging) -> Variable {
        var merged = versions.theirs
        merged.name = merging.value("\(name), name", versions.name)
        merged.isSecret = merging.value("\(name), secret", versions.isSecret)
        merged.isEnabled = merging.value("\(name), on", versions.isEnabled)
        merged.description = merging.value("\(name), description", versions.description)
        merged.mergeValue(versions, name, &merging)
        return merged
    }

    /// The value of a secret never stands in a file.
    private mutating func mergeValue(_ versions: Versions<Variable>, _ name: String, _ merging: inout FieldMerging) {
        let hasVariants = versions.map { !$0.variants.isEmpty }
        switch (hasVariants.base, hasVariants.mine, hasVariants.theirs) {
        case _ where isSecret:
            (value, variants) = ("", [])
            type = merging.value("\(name), type", versions.type) { $0.rawValue }
        case (true, true, true):
            variants = merging.within(name) { $0.selectableRows("Variant", versions.writtenVariants) }
            if let selectedVariant { (value, type) = (variants[selectedVariant].value, variants[selectedVariant].type) }
        case (false, false, false):
            type = merging.value("\(name), type", versions.type) { $0.rawValue }
            value = merging.value(name, versions.value)
        default: takeValue(of: merging.value(name, versions) { $0.mergeText })
        }
    }

    private mutating func takeValue(of other: Variable) {
        (value, type, variants) = (other.value, other.type, other.variants)
    }
}

extension ValueVariant: SelectableRow {
    var mergeText: String { value }

    static func merged(
        _ versions: Versions<ValueVariant>, _ name: String, _ merging: inout FieldMerging
    ) -> ValueVariant {
        var merged = versions.theirs
        merged.title = merging.value("\(name), title", versions.title)
        merged.isSelected = merging.value("\(name), selected", versions.isSelected)
        merged.type = merging.value("\(name), type", versions.type) { $0.rawValue }
        merged.value = merging.value(name, versions.value)
        return merged
    }
}

extension BodyVariant: SelectableRow {
    var mergeText: String { body.mergeText }

    static func merged(
        _ versions: Versions<BodyVariant>, _ name: String, _ merging: inout FieldMerging
    ) -> BodyVariant {
        var merged = versions.theirs
        merged.title = merging.value("\(name), title", versions.title)
        merged.isSelected = merging.value("\(name), selected", versions.isSelected)
        merged.body = merging.within(name) { RequestBody.merged(versions.body, &$0) }
        return merged
    }
}
