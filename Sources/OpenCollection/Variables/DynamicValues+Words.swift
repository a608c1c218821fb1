/// English words, the jargon of programmers, and Latin that means nothing.
extension DynamicValues {
    static let languageWords: [String: Maker] = [
        "randomNoun": { $0.pick(techNouns) },
        "randomVerb": { $0.pick(techVerbs) },
        "randomIngverb": { $0.pick(techIngverbs) },
        "randomAdjective": { $0.pick(techAdjectives) },
        "randomWord": { $0.word() },
        "randomPhrase": { $0.phrase() },
        "randomWords": { made in (0..<made.number(in: 1...3)).map { _ in made.word() }.joined(separator: " ") },
    ]

    static let lorem: [String: Maker] = [
        "randomLoremWord": { $0.pick(latin) },
        "randomLoremWords": { $0.latinWords(3).joined(separator: " ") },
        "randomLoremSentence": { $0.sentence() },
        "randomLoremSentences": { $0.sentences($0.number(in: 2...6)) },
        "randomLoremParagraph": { $0.sentences(3) },
        "randomLoremParagraphs": { made in (0..<3).map { _ in made.sentences(3) }.joined(separator: "\n") },
        "randomLoremText": { $0.sentences($0.number(in: 1...5)) },
        "randomLoremSlug": { $0.latinWords(3).joined(separator: "-") },
        "randomLoremLines": { made in
            (0..<made.number(in: 1...5)).map { _ in made.sentence() }.joined(separator: "\n")
        },
    ]

    private static let nouns = words(
        """
        acorn anchor apple arch arrow barrel beach bell bird boat branch bridge brush bucket cabin candle canyon castle cloud
        coast comet compass creek dawn desert door dune eagle ember engine feather fern field flame forest fountain garden
        gate glacier harbor hill island kite lake lantern leaf library meadow mirror moon mountain ocean orchard path
        pebble planet pond rain river road sail shore sky snow star stone storm stream sun table tower train tree valley
        village wave wheel wind window winter
        """)
    private static let adjectives = words(
        """
        amber ancient bold brave brief bright broad busy calm careful clear clever cold cool curious deep early eager fair
        fast fine firm fresh gentle glad golden good grand great green happy honest humble jolly keen kind large late light
        little lively long loud lucky mellow mild modern narrow neat noble old open patient plain polite proud quick quiet
        rapid rare ready rich round safe sharp shy silent simple slow small smooth soft steady strong sunny swift tall
        tidy warm wide wild wise young
        """)
    private static let techNouns = words(
        """
        alarm application array bandwidth bus cache capacitor card circuit compiler database driver feed firewall firmware
        hard-drive interface kernel matrix microchip monitor packet panel pixel port program protocol queue router sensor
        server socket system terminal thread transmitter
        """)
    private static let techVerbs = words(
        """
        back-up boot bypass calculate compile compress connect copy debug decode deploy encrypt generate hack index input
        install merge navigate override parse patch ping program quantify query reboot refactor replicate scan synthesize
        transmit trace upgrade
        """)
    private static let techIngverbs = words(
        """
        backing-up booting bypassing calculating compiling compressing connecting copying debugging decoding deploying
        encrypting generating hacking indexing installing merging navigating overriding parsing patching pinging
        programming quantifying querying rebooting refactoring replicating scanning synthesizing tracing transmitting
        """)
    private static let techAdjectives = words(
        """
        1080p 64-bit auxiliary back-end binary bluetooth cross-platform digital distributed embedded encrypted front-end
        haptic idle multi-byte neural online open-source optical parallel portable primary recursive redundant remote
        solid-state stateless virtual wireless
        """)
    private static let latin = words(
        """
        ab ad alias amet animi aperiam at atque aut autem beatae commodi consequatur culpa cum cupiditate debitis deleniti
        dicta dolor dolore dolorem ducimus ea eius enim eos error est et eum eveniet ex excepturi explicabo facere fuga
        harum hic id illum impedit in ipsa ipsam iste itaque iure iusto labore laborum laudantium libero magnam magni maxime
        minima modi molestiae mollitia nam natus nemo nihil nisi nobis non nulla odio odit officia omnis optio pariatur
        perferendis placeat porro quae quam quas quia quidem quis quo ratione rem rerum saepe sed sequi sint sit soluta
        sunt tempora tenetur totam ullam unde ut vel velit veniam vero vitae voluptas
        """)

    func noun() -> String { pick(Self.nouns) }
    func adjective() -> String { pick(Self.adjectives) }

    private func word() -> String { pick([noun(), adjective()]) }

    private func phrase() -> String {
        let (thing, other) = (pick(Self.techNouns), pick(Self.techNouns))
        let (verb, kind) = (pick(Self.techVerbs), pick(Self.techAdjectives))
        switch below(6) {
        case 0:
            return "If we \(verb) the \(thing), we can get to the \(other) through the \(kind) \(pick(Self.techNouns))!"
        case 1: return "We need to \(verb) the \(kind) \(thing)!"
        case 2: return "Try to \(verb) the \(thing), maybe it will \(pick(Self.techVerbs)) the \(kind) \(other)!"
        case 3: return "You can't \(verb) the \(thing) without \(pick(Self.techIngverbs)) the \(kind) \(other)!"
        case 4:
            return "\(pick(Self.techIngverbs).capitalizingFirst) the \(thing) won't help, \(verb) the \(kind) \(other)!"
        default: return "I'll \(verb) the \(kind) \(thing), that should \(pick(Self.techVerbs)) the \(other)!"
        }
    }

    private func latinWords(_ count: Int) -> [String] { (0..<count).map { _ in pick(Self.latin) } }

    private func sentence() -> String {
        latinWords(number(in: 3...10)).joined(separator: " ").capitalizingFirst + "."
    }

    private func sentences(_ count: Int) -> String { (0..<count).map { _ in sentence() }.joined(separator: " ") }
}

extension String {
    fileprivate var capitalizingFirst: String { prefix(1).uppercased() + dropFirst() }
}
