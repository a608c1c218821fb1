/// Names, jobs and telephone numbers.
extension DynamicValues {
    static let people: [String: Maker] = [
        "randomFirstName": { $0.firstName() },
        "randomLastName": { $0.lastName() },
        "randomFullName": { $0.fullName() },
        "randomNamePrefix": { $0.pick(prefixes) },
        "randomNameSuffix": { $0.pick(suffixes) },
        "randomJobArea": { $0.pick(jobAreas) },
        "randomJobDescriptor": { $0.pick(jobDescriptors) },
        "randomJobTitle": { "\($0.pick(jobDescriptors)) \($0.pick(jobAreas)) \($0.pick(jobTypes))" },
        "randomJobType": { $0.pick(jobTypes) },
        "randomPhoneNumber": { $0.phoneNumber() },
        "randomPhoneNumberExt": { $0.phoneNumber() + $0.pattern(" x###") },
    ]

    private static let firstNames = words(
        """
        Ada Alan Alma Amir Anna Ben Bruno Carla Cedric Chloe Clara Daniel Dora Edgar Elena Emil Erin Felix Flora Frank Grace
        Hana Hugo Ida Igor Ines Ivan Jana Jonas Julia Karl Kira Lars Laura Leo Lina Marco Maria Mila Nadia Nils Nora Oscar
        Otto Paula Rafael Rosa Ruth Samir Sofia Tara Theo Tom Vera Victor Yara Zoe
        """)
    private static let lastNames = words(
        """
        Adler Baker Barnes Becker Berg Bishop Carter Castillo Cole Cooper Dahl Dixon Dumont Fischer Fleming Fox Garcia Grant
        Hansen Harper Hayes Hill Hoffman Hunt Jensen Keller Khan Kovacs Lambert Larsen Lopez Marsh Mason Meyer Moreau Nolan
        Novak Olsen Palmer Parker Perez Porter Reed Rossi Schmidt Shaw Silva Stone Tanaka Turner Vogel Walker Weber Wood
        Young Zimmer
        """)
    private static let prefixes = words("Mr. Mrs. Ms. Miss Dr. Prof.")
    private static let suffixes = words("Jr. Sr. I II III IV V MD DDS PhD")
    private static let jobAreas = words(
        """
        Accounting Applications Assurance Brand Communications Configuration Creative Data Design Directives Facilities
        Finance Group Identity Infrastructure Integration Logistics Marketing Mobility Network Operations Optimization
        Paradigm Program Quality Research Response Security Solutions Tactics Usability Web
        """)
    private static let jobDescriptors = words(
        """
        Assistant Associate Central Chief Corporate Customer Deputy Direct District Dynamic Forward Future Global Internal
        International Junior Lead Legacy National Principal Product Regional Senior Staff
        """)
    private static let jobTypes = words(
        """
        Administrator Agent Analyst Architect Assistant Consultant Coordinator Designer Developer Director Engineer
        Executive Facilitator Liaison Manager Officer Orchestrator Planner Producer Representative Specialist Strategist
        Supervisor Technician
        """)

    func firstName() -> String { pick(Self.firstNames) }
    func lastName() -> String { pick(Self.lastNames) }

    private func fullName() -> String {
        let name = firstName() + " " + lastName()
        switch below(8) {
        case 0: return pick(Self.prefixes) + " " + name
        case 1: return name + " " + pick(Self.suffixes)
        default: return name
        }
    }

    /// Area and exchange begin with 2 to 9, as in North America.
    private func phoneNumber() -> String {
        "(\(number(in: 2...9))" + pattern("##) ") + String(number(in: 2...9)) + pattern("##-####")
    }
}
