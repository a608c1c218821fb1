import CollectionFiles
import Testing

@Suite(".env files")
struct DotEnvTests {
    @Test(
        "are read as dotenv reads them",
        arguments: [
            ("E1 plain", "A=1", ["A": "1"]),
            ("E2 export and blanks", "export  A = x y  ", ["A": "x y"]),
            ("E3 comment", "# no\nA=1 # yes\n#B=2", ["A": "1"]),
            ("E4 double quotes expand", #"A="x\ny # z""#, ["A": "x\ny # z"]),
            ("E5 single quotes do not", #"A='x\ny'"#, ["A": #"x\ny"#]),
            ("E6 back quotes", "A=`it's \"so\"`", ["A": "it's \"so\""]),
            ("E7 many lines", "A=\"1\n2\"\nB=3", ["A": "1\n2", "B": "3"]),
            ("E8 no expansion", "A=1\nB=$A", ["A": "1", "B": "$A"]),
            ("E9 last wins", "A=1\nA=2", ["A": "2"]),
            ("E10 empty", "A=\nB=2", ["A": "", "B": "2"]),
            ("E11 CRLF", "A=1\r\nB=2\r\n", ["A": "1", "B": "2"]),
            ("E12 no assignment", "hello\n=x\nA=1", ["A": "1"]),
            ("E13 open quote", "A=\"x\nB=2", ["A": "\"x", "B": "2"]),
            ("E14 equals in value", "A=b=c", ["A": "b=c"]),
        ] as [(String, String, [String: String])])
    func table(id: String, text: String, values: [String: String]) {
        #expect(DotEnv.parse(text) == values, "\(id)")
    }
}
