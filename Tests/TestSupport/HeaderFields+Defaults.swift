import MicroClient

extension HeaderFields {
    /// Without those that typed, built and declared requests say by default.
    public var withoutDefaults: HeaderFields {
        HeaderFields(
            filter { field in
                field != HeaderField("Accept", "*/*")
                    && !(field.name == "User-Agent" && field.value.hasPrefix("MicroClient/"))
            })
    }
}
