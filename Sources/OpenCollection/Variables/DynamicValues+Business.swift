/// Companies, what they say, and what they sell.
extension DynamicValues {
    static let business: [String: Maker] = [
        "randomCompanyName": { $0.companyName() },
        "randomCompanySuffix": { $0.companyName() },
        "randomBs": { "\($0.pick(buzzVerbs)) \($0.pick(buzzAdjectives)) \($0.pick(buzzNouns))" },
        "randomBsAdjective": { $0.pick(buzzAdjectives) },
        "randomBsBuzz": { $0.pick(buzzVerbs) },
        "randomBsNoun": { $0.pick(buzzNouns) },
        "randomCatchPhrase": { "\($0.pick(phraseAdjectives)) \($0.pick(phraseDescriptors)) \($0.pick(phraseNouns))" },
        "randomCatchPhraseAdjective": { $0.pick(phraseAdjectives) },
        "randomCatchPhraseDescriptor": { $0.pick(phraseDescriptors) },
        "randomCatchPhraseNoun": { $0.pick(phraseNouns) },
        "randomProduct": { $0.pick(products) },
        "randomProductAdjective": { $0.pick(productAdjectives) },
        "randomProductMaterial": { $0.pick(materials) },
        "randomProductName": { "\($0.pick(productAdjectives)) \($0.pick(materials)) \($0.pick(products))" },
        "randomDepartment": { $0.pick(departments) },
    ]

    private static let companyEndings = ["Group", "Inc", "LLC", "Ltd", "and Sons"]
    private static let buzzVerbs = words(
        """
        accelerate align automate balance build connect cultivate deliver deploy drive enable engage expand extend grow
        harness improve innovate integrate invent launch measure optimize orchestrate rethink reshape scale seize simplify
        streamline strengthen transform unify unlock
        """)
    private static let buzzAdjectives = words(
        """
        agile bold cloud-based collaborative compelling connected cross-team customer-first data-driven digital distributed
        dynamic efficient flexible frictionless global holistic immersive intuitive lean local mobile modular open plug-in
        proactive resilient robust scalable seamless smart sustainable transparent versatile
        """)
    private static let buzzNouns = words(
        """
        alliances analytics architectures audiences bandwidth blueprints channels communities content deliverables
        ecosystems experiences functions infrastructures initiatives insights interfaces markets methods metrics models
        networks niches partnerships platforms portals processes relationships services solutions systems teams workflows
        """)
    private static let phraseAdjectives = words(
        """
        Adaptive Advanced Automated Balanced Centralized Compatible Configurable Decentralized Digitized Distributed Diverse
        Down-sized Enhanced Ergonomic Expanded Focused Front-line Fundamental Grounded Horizontal Innovative Integrated
        Managed Monitored Networked Open Optional Organized Persistent Programmable Proactive Public Quality Reduced
        Robust Secured Seamless Shared Simplified Streamlined Switchable Total Universal Upgradable Versatile Vision-led
        """)
    private static let phraseDescriptors = words(
        """
        actuating analyzing background bandwidth-monitored bottom-line client-driven client-server coherent cohesive
        composite content-based context-sensitive discrete dynamic even-keeled executive explicit fault-tolerant global
        grid-enabled heuristic high-level holistic homogeneous hybrid impactful incremental interactive intermediate
        local logistical mission-critical mobile modular multi-state national needs-based neutral next-generation
        object-oriented optimal radical real-time regional responsive secondary stable static systematic tangible tertiary
        transitional uniform user-facing zero-defect
        """)
    private static let phraseNouns = words(
        """
        ability access adapter algorithm alliance analyzer application approach archive array attitude benchmark capability
        capacity challenge circuit collaboration concept conglomeration contingency core database definition emulation
        encoding encryption firmware flexibility forecast framework function graphic groupware hardware hierarchy hub
        implementation initiative instruction interface internet knowledge matrix methodology middleware model monitoring
        """)
    private static let products = words(
        """
        Backpack Bag Ball Basket Bench Bicycle Blanket Book Bottle Bowl Bread Brush Candle Chair Cheese Clock Coat Cup Desk
        Gloves Hat Jacket Keyboard Kettle Knife Lamp Mirror Mouse Pants Pen Pillow Pizza Plate Salad Scarf Shelf Shirt
        Shoes Soap Sofa Spoon Table Towel Umbrella Vase Wallet Watch
        """)
    private static let productAdjectives = words(
        """
        Awesome Bright Classic Compact Cozy Elegant Fancy Fresh Generic Gentle Handmade Handy Heavy Incredible Light Lively
        Luxurious Modern Neat Playful Plain Practical Quiet Recycled Refined Rustic Simple Sleek Small Smooth Soft Solid
        Sturdy Tasty Unusual Warm
        """)
    private static let materials = words(
        """
        Aluminum Bamboo Brass Bronze Canvas Ceramic Clay Concrete Copper Cork Cotton Felt Glass Gold Granite Iron Leather
        Linen Marble Metal Paper Plastic Porcelain Rubber Silk Silver Steel Stone Velvet Wicker Wooden Wool
        """)
    private static let departments = words(
        """
        Automotive Baby Beauty Books Clothing Computers Crafts Electronics Furniture Games Garden Grocery Health Home
        Industrial Jewelry Kids Kitchen Lighting Movies Music Office Outdoors Pets Shoes Sports Stationery Tools Toys Travel
        """)

    private func companyName() -> String {
        switch below(3) {
        case 0: return "\(lastName()), \(lastName()) and \(lastName())"
        case 1: return "\(lastName()) - \(lastName())"
        default: return "\(lastName()) \(pick(Self.companyEndings))"
        }
    }
}
