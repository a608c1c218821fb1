import Foundation
import ScriptWorker
import Testing

/// The values of expressions, as JSON. They were made with lodash 4.17, moment 2.29, xml2js 0.4, CryptoJS and Node 20.
@Suite("Scripts: libraries")
struct ScriptLibraryTests {
    init() { signal(SIGPIPE, SIG_IGN) }

    private func check(_ rows: [(code: String, json: String)], before code: String = "") {
        let codes = rows.map { "expect(String(JSON.stringify(\($0.code)))).to.equal(String.raw`\($0.json)`);" }
        for (row, test) in zip(rows, runRows(codes, before: code)) {
            #expect(test.outcome == .passed, "\(row.code): \(test.message)")
        }
    }

    @Test("lodash: paths, shorthands for functions, orders, rounding, templates and chains")
    func lodash() {
        check([
            ("_.get({a:[{b:null}]},'a[0].b','x')", "null"),
            ("_.get({'a.b':1},'a.b')", "1"),
            ("_.set({},'a[0].b',1)", #"{"a":[{"b":1}]}"#),
            ("_.filter([{a:1},{a:2}],['a',2])", #"[{"a":2}]"#),
            ("_.sortBy([{a:2,b:1},{a:1,b:2},{a:1,b:1}],['a','b'])", #"[{"a":1,"b":1},{"a":1,"b":2},{"a":2,"b":1}]"#),
            ("_.countBy(['a','b','a'])", #"{"a":2,"b":1}"#),
            ("_.xor([1,2],[2,3])", "[1,3]"),
            ("_.pick({a:{b:1,c:2}},'a.b')", #"{"a":{"b":1}}"#),
            ("_.merge({a:1},{a:undefined})", #"{"a":1}"#),
            ("_.defaultsDeep({a:{b:1}},{a:{b:2,c:3}})", #"{"a":{"b":1,"c":3}}"#),
            ("_.reduce({a:1,b:2},(s,v,k)=>s+k+v,'')", #""a1b2""#),
            ("_.range(0,10,5)", "[0,5]"),
            ("_.times(3)", "[0,1,2]"),
            ("_.ceil(4.01,1)", "4.1"),
            ("_.uniqWith([{a:1},{a:1}],_.isEqual)", #"[{"a":1}]"#),
            ("_.groupBy(null,'a')", "{}"),
            ("_.chain([{a:2},{a:1}]).sortBy('a').first().get('a').value()", "1"),
            ("_([3,4]).reduce((a,b)=>a+b)", "7"),
            ("_([1,2,3]).filter(n=>n>1).size()", "2"),
            ("_.orderBy([{a:1},{a:undefined},{a:null},{a:0}],'a')", #"[{"a":0},{"a":1},{"a":null},{}]"#),
            ("_.sum([])", "0"),
            ("_.mergeWith({a:[1]},{a:[2]},(x,y)=>_.isArray(x)?x.concat(y):undefined)", #"{"a":[1,2]}"#),
            ("_.isMatch({a:{b:1,c:2}},{a:{b:1}})", "true"),
            ("_.startCase('--foo-bar--')", #""Foo Bar""#),
            ("_.camelCase('XMLHttpRequest')", #""xmlHttpRequest""#),
            ("_.words('aB1cD')", #"["a","B","1","c","D"]"#),
            ("_.round(1.005,2)", "1.01"),
            ("_.zipWith([1,2],[3,4],(a,b)=>a+b)", "[4,6]"),
            ("_.omit({a:[1,{b:1}]},'a[1].b')", #"{"a":[1,{}]}"#),
            ("_.template('a<% _.forEach([1], function(n) { %>b<% }) %>')({_:_})", #""ab""#),
            ("_.unionBy([2.1],[1.2,2.3],Math.floor)", "[2.1,1.2]"),
            ("_.findIndex([{a:1}],['a',1])", "0"),
        ])
    }

    @Test("moment: names of formats, weeks, fractions, limits of days, zones, patterns and durations")
    func moment() {
        check([
            ("moment.utc('2024-02-29T13:05').format('LLL')", #""February 29, 2024 1:05 PM""#),
            ("moment.utc('2024-02-29').format('GGGG-[W]WW')", #""2024-W09""#),
            ("moment.utc('2024-02-29T00:30').format('k kk hh')", #""24 24 12""#),
            ("moment.utc('2024-01-31').add(1.5,'days').format()", #""2024-02-02T00:00:00Z""#),
            ("moment.utc('2024-05-10').diff('2024-02-29','months',true)", "2.3666666666666667"),
            ("moment.utc('2024-05-10').startOf('isoWeek').format('YYYY-MM-DD')", #""2024-05-06""#),
            ("moment.utc('2024-05-10').startOf('quarter').format('YYYY-MM-DD')", #""2024-04-01""#),
            ("moment.utc('2024-05-10T10:00').isSame('2024-05-10','day')", "true"),
            ("moment.utc('2024-05-10').isBetween('2024-05-10','2024-05-11',null,'[]')", "true"),
            ("moment.utc('2024-05-10T10:00').isAfter('2024-05-10','day')", "false"),
            ("moment('2024-02-30','YYYY-MM-DD').isValid()", "false"),
            ("moment('2024-02-30','YYYY-MM-DD',true).isValid()", "false"),
            ("moment('x','DD/MM/YYYY').format()", #""Invalid date""#),
            ("moment.utc('20240228').format('YYYY-MM-DD')", #""2024-02-28""#),
            ("moment.utc('2024-W09-4').format('YYYY-MM-DD')", #""2024-02-29""#),
            ("moment.utc({year:2024,month:1,day:29}).format('YYYY-MM-DD')", #""2024-02-29""#),
            ("moment.utc('2024-02-29').weekday()", "4"),
            (
                "moment.utc('2024-02-29T10:00:00Z').utcOffset('+05:30').format('YYYY-MM-DD HH:mm Z')",
                #""2024-02-29 15:30 +05:30""#
            ),
            ("moment.parseZone('2024-02-29T10:00:00+02:00').format()", #""2024-02-29T10:00:00+02:00""#),
            ("moment.utc('2024-02-29').from('2023-02-28')", #""in a year""#),
            ("moment.duration(90,'minutes').humanize()", #""2 hours""#),
            ("moment.duration(90,'minutes').toISOString()", #""PT1H30M""#),
            ("moment.duration('PT1H30M').asMinutes()", "90"),
            ("moment.duration('01:30:00').asMinutes()", "90"),
            ("moment.utc('Feb 29, 2024','MMM D, YYYY').format('YYYY-MM-DD')", #""2024-02-29""#),
            ("moment.utc('29.2.2024',['DD.MM.YYYY','D.M.YYYY']).format('YYYY-MM-DD')", #""2024-02-29""#),
        ])
    }

    @Test("xml2js, URL and CryptoJS: options, what is built, words of bytes")
    func others() {
        let xml =
            "const xml = (text, options) => { let found; xml2js.parseString(text, options ?? {}, (error, value) => { found = value; }); return found; };"
        check(
            [
                (
                    #"xml('<a><b>1</b><b>2</b><c x="y">t</c></a>')"#,
                    #"{"a":{"b":["1","2"],"c":[{"_":"t","$":{"x":"y"}}]}}"#
                ),
                (
                    #"xml('<a x="1"><b y="2">z</b></a>',{mergeAttrs:true})"#,
                    #"{"a":{"x":["1"],"b":[{"_":"z","y":["2"]}]}}"#
                ),
                (
                    #"xml('<a b="1">2</a>',{attrValueProcessors:[xml2js.processors.parseNumbers],explicitArray:false})"#,
                    #"{"a":{"_":"2","$":{"b":1}}}"#
                ),
                ("xml('<a> text </a>')", #"{"a":" text "}"#),
                ("xml('<a><b>1</b><c/></a>',{emptyTag:null})", #"{"a":{"b":["1"],"c":[null]}}"#),
                (
                    #"xml('<a s:x="1"/>',{attrNameProcessors:[xml2js.processors.stripPrefix]})"#,
                    #"{"a":{"$":{"x":"1"}}}"#
                ),
                (
                    "new xml2js.Builder({headless:true,renderOpts:{pretty:false}}).buildObject({a:{b:[1,2],$:{x:'y'},_:'t'}})",
                    #""<a x=\"y\"><b>1</b><b>2</b>t</a>""#
                ),
                (
                    "new xml2js.Builder({renderOpts:{pretty:false}}).buildObject({a:'x & y'})",
                    #""<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?><a>x &amp; y</a>""#
                ),
                ("CryptoJS.lib.WordArray.create([0x61626364,0x65000000],5).toString(CryptoJS.enc.Utf8)", #""abcde""#),
                ("CryptoJS.enc.Latin1.parse('ab').toString()", #""6162""#),
                (#"new URL('https://a.test/é?q=é "x"').href"#, #""https://a.test/%C3%A9?q=%C3%A9%20%22x%22""#),
                ("new URL('../z?y=1','https://a.test/a/b/c').href", #""https://a.test/a/z?y=1""#),
                ("new URL('//b.test/x','https://a.test/a').href", #""https://b.test/x""#),
            ], before: xml)
    }
}
