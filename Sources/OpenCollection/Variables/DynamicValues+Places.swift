/// Towns, streets and countries.
extension DynamicValues {
    static let places: [String: Maker] = [
        "randomCity": { $0.city() },
        "randomStreetName": { $0.streetName() },
        "randomStreetAddress": { "\($0.number(in: 1...9999)) \($0.streetName())" },
        "randomCountry": { $0.pick(countries) },
        "randomCountryCode": { $0.pick(countryCodes) },
        "randomLatitude": { $0.degrees(90) },
        "randomLongitude": { $0.degrees(180) },
    ]

    /// Country codes (ISO 3166-1 alpha-2).
    static let countryCodes = words(
        """
        AR AT AU BE BG BR CA CH CL CN CO CZ DE DK EE EG ES FI FR GB GR HR HU ID IE IL IN IS IT JP KE KR LT LU LV MA MX MY NG
        NL NO NZ PE PH PL PT RO RS SE SG SI SK TH TN TR TW UA US UY VN ZA
        """)
    private static let countries = lines(
        """
        Argentina
        Australia
        Austria
        Belgium
        Brazil
        Bulgaria
        Canada
        Chile
        Colombia
        Costa Rica
        Croatia
        Czechia
        Denmark
        Egypt
        Estonia
        Finland
        France
        Germany
        Greece
        Hungary
        Iceland
        India
        Indonesia
        Ireland
        Italy
        Japan
        Kenya
        Latvia
        Lithuania
        Luxembourg
        Mexico
        Morocco
        Netherlands
        New Zealand
        Norway
        Peru
        Poland
        Portugal
        Romania
        Singapore
        Slovenia
        South Africa
        South Korea
        Spain
        Sweden
        Switzerland
        Thailand
        Turkey
        Uruguay
        Vietnam
        """)
    private static let townBeginnings = words(
        """
        Alder Amber Ash Bay Birch Bridge Brook Cedar Clear Cliff East Elm Fair Falcon Glen Green Harbor Hazel High Iron Lake
        Maple Mill North Oak Pine Raven River Rock Rose Silver South Spring Stone Summer West White Willow Winter
        """)
    private static let townEndings = words(
        "borough bridge bury dale field ford ham haven land mouth port side ton view ville wood")
    private static let streetKinds = words(
        "Alley Avenue Circle Court Crescent Drive Garden Hill Lane Meadow Park Path Place Road Square Street Terrace Way"
    )

    private func city() -> String {
        let name = pick(Self.townBeginnings) + pick(Self.townEndings)
        return below(5) == 0 ? pick(["New", "Port", "Lake", "North", "South", "East", "West"]) + " " + name : name
    }

    private func streetName() -> String {
        let name = below(2) == 0 ? lastName() : pick(Self.townBeginnings) + pick(Self.townEndings)
        return name + " " + pick(Self.streetKinds)
    }

    /// Returns a number between -limit and limit, with four decimals.
    private func degrees(_ limit: Int) -> String {
        let parts = number(in: -limit * 10_000...limit * 10_000)
        let size = parts.magnitude
        return "\(parts < 0 ? "-" : "")\(size / 10_000).\(Self.padded(size % 10_000, 4))"
    }
}
