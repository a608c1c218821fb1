import MicroClient

extension HeaderFields {
    /// The fields without those that typed, built and declared requests have by default.
    public var withoutDefaults: HeaderFields {
        HeaderFields(
            filter { field in
                field != HeaderField("Accept", "*/*")
                    && !(field.name == "User-Agent" && field.value.hasPrefix("MicroClient/"))
            })
    }
}
