import Foundation
import ScriptWorker
import Testing

@Suite("Scripts: the words of chai 4")
struct ScriptAssertionTests {
    init() { signal(SIGPIPE, SIG_IGN) }

    @Test("a value of the wrong kind fails in chai's words, negated too")
    func wrongKinds() {
        let rows = [
            ("expect(5).to.be.empty", ".empty was passed non-string primitive 5"),
            ("expect(null).to.not.be.empty", ".empty was passed non-string primitive null"),
            ("expect(() => {}).to.be.empty", ".empty was passed a function"),
            ("expect(undefined, 'list').to.not.be.empty", "list: .empty was passed non-string primitive undefined"),
            ("expect(null).to.not.include('a')", "the given combination of arguments (null and string) is invalid"),
            ("expect({a: 1}).to.include('a')", "the given combination of arguments (object and string) is invalid"),
            ("expect(5).to.include({a: 1})", "expected 5 to have property 'a'"),
            ("expect({}).to.have.lengthOf(0)", "expected {} to have property 'length'"),
            ("expect({a: 1}).to.not.have.lengthOf(2)", "expected { a: 1 } to have property 'length'"),
            ("expect(null).to.have.lengthOf(1)", "Target cannot be null or undefined."),
            ("expect(5).to.have.lengthOf.above(1)", "expected 5 to have property 'length'"),
            ("expect('a').to.have.length.within(2, 4)", "expected 'a' to have a length within 2..4"),
            ("expect('5').to.be.above(3)", "expected '5' to be a number or a date"),
            ("expect(undefined).to.not.be.above(0)", "expected undefined to be a number or a date"),
            ("expect(5).to.be.above('3')", "the argument to above must be a number"),
            ("expect(new Date(5)).to.be.above(4)", "the argument to above must be a date"),
            ("expect('5').to.be.within(1, 10)", "expected '5' to be a number or a date"),
            ("expect(5).to.be.within(1, '10')", "the arguments to within must be numbers"),
            ("expect('1.5').to.be.closeTo(1, 0.5)", "expected '1.5' to be a number"),
            ("expect(null).to.not.have.property('a')", "Target cannot be null or undefined."),
            ("expect({a: 1}).to.have.property({})", "the argument to property must be a string, number, or symbol"),
            ("expect({a: 1}).to.have.keys([])", "keys required"),
            ("expect('abc').to.have.members(['a'])", "expected 'abc' to be an array"),
            ("expect(1).to.be.oneOf(1)", "expected 1 to be an array"),
            ("expect(5).to.have.string('5')", "expected 5 to be a string"),
            (
                "expect({}).to.be.instanceOf('Object')",
                "The instanceof assertion needs a constructor but string was given."
            ),
            ("expect(5).to.throw()", "expected 5 to be a function"),
            ("expect([1]).to.be.an.array", "Error: Invalid Chai property: array"),
            ("expect(1).to.be.something", "Error: Invalid Chai property: something"),
        ]
        for (row, test) in zip(rows, runRows(rows.map(\.0))) {
            #expect(test.outcome == .failed && test.message.hasPrefix(row.1), "\(row.0): \(test.message)")
        }
    }

    @Test("what chai says of such values, these say")
    func holds() {
        let rows = [
            "expect(1).to.not.not.equal(2)", "expect(1).not.to.be.not.equal(2)", "expect(NaN).to.eql(NaN)",
            "expect(-0).to.not.eql(0)", "expect({length: 0}).to.not.be.empty", "expect({}).to.be.empty",
            "expect([NaN]).to.not.include(NaN)", "expect('a5').to.include(5)", "expect([1, 2]).to.have.lengthOf('2')",
            "expect({a: 1}).to.not.include({a: 1, b: 2})", "expect(new Error('no')).to.include({message: 'no'})",
            "expect({a: 1}).to.not.include({b: undefined})", "expect(new Set(['a'])).to.have.keys('a')",
            "expect(new Set([1, 2])).to.eql(new Set([2, 1]))", "expect([1,, 2]).to.eql([1, undefined, 2])",
            "expect({'a.b': 1}).to.have.nested.property('a\\\\.b')", "expect(null).to.match(/null/)",
            "expect({a: {b: 1}}).to.have.deep.property('a', {b: 1})", "expect({a: 1}).to.not.have.ownProperty('a', 2)",
            "expect({a: 1}).to.not.have.any.keys('y', 'z')", "expect({a: 1, b: 2}).to.not.include.keys('a', 'z')",
            "expect([1, 2, 3]).to.not.include.ordered.members([2, 3])",
            "expect([1, 1, 2]).to.not.have.members([1, 2, 2])",
            "const error = new Error('x'); expect(() => { throw error; }).to.throw(error)",
            "expect(() => { throw new Error('boom'); }).to.not.throw(TypeError)",
            "let n = 1; expect(() => { n += 1; }).to.increase(() => n).by(1)", "expect(5).itself.to.equal(5)",
            "assert.isNotObject([]); assert.isNotTrue(1); assert.notDeepInclude([{a: 1}], {a: 2})",
            "assert.operator(1, '<', 2); assert.sameDeepMembers([{a: 1}], [{a: 1}]); assert.notPropertyVal({a: 1}, 'a', 2)",
            "assert.nestedInclude({a: {b: 1}}, {'a.b': 1}); assert.deepPropertyVal({a: [1]}, 'a', [1])",
        ]
        for (row, test) in zip(rows, runRows(rows)) { #expect(test.outcome == .passed, "\(row): \(test.message)") }
    }
}

@Suite("Scripts: HTML")
struct ScriptHTMLTests {
    init() { signal(SIGPIPE, SIG_IGN) }

    private static let page = """
        <!DOCTYPE html><html><head><title>A &amp; B</title><script>if (1 < 2) { x = "<p>"; }</script></head>
        <body class="home dark"><!-- <p>no</p> -->
          <form id="f" action=/login><input type="hidden" name="_csrf" value="t0k&quot;en"><input name=user checked>
            <select name="s"><option value="1">One<option value="2" selected>Two</select></form>
          <ul><li class="a">1<li class="a b" data-item-id="7">2 <b>bold</b><li>3</ul>
          <table><tr><th>k<td>v1<tr><th>l<td>v2</table><p>first<p>second<br>line
          <a href="/x?a=1&amp;b=2" title="to x">link</a>
        </body></html>
        """

    @Test("cheerio finds elements by selectors, and reads their texts and attributes")
    func selectors() {
        let rows = [
            ("$('title').text()", "'A & B'"), ("$('script').html()", "'if (1 < 2) { x = \"<p>\"; }'"),
            ("$('input[name=_csrf]').val()", "'t0k\"en'"), ("$('#f').attr('action')", "'/login'"),
            ("$('input[type=\"hidden\"]').attr('name')", "'_csrf'"), ("$('form input').length", "2"),
            ("$('form > input:checked').attr('name')", "'user'"), ("$('select').val()", "'2'"),
            ("$('li').length", "3"), ("$('li.a.b').text()", "'2 bold'"), ("$('li:first-child').text()", "'1'"),
            ("$('ul li:nth-child(3)').text()", "'3'"), ("$('li').last().text()", "'3'"),
            ("$('li').eq(1).find('b').text()", "'bold'"), ("$('.b').data('itemId')", "7"),
            ("$('li:not(.a)').text()", "'3'"), ("$('li:contains(bold)').hasClass('b')", "true"),
            ("$('li:has(b)').index()", "1"), ("$('.a + li').length", "2"), ("$('.a ~ li').length", "2"),
            ("$('tr').map((i, row) => $(row).find('td').text()).get().join()", "'v1,v2'"),
            ("$('th, td').length", "4"), ("$('p').length", "2"), ("$('a').attr('href')", "'/x?a=1&b=2'"),
            ("$('a[href^=\"/x\"][title*=x]').text()", "'link'"), ("$('a[href$=\"=3\"]').length", "0"),
            ("$('b').closest('ul').children().length", "3"), ("$('b').parent().is('li.b')", "true"),
            ("$('b').parents('body').hasClass('dark')", "true"), ("$('li').first().next().text()", "'2 bold'"),
            ("$('li.b').siblings().length", "2"), ("$('ul').html().startsWith('<li class=\"a\">1</li>')", "true"),
            ("$('nothing').text()", "''"), ("$('nothing').attr('x')", "undefined"), ("$('nothing').html()", "null"),
            (
                "(() => { const all = []; $('li.a').each((i, each) => { all.push(i + $(each).text()); }); return all.join(); })()",
                "'01,12 bold'"
            ),
        ]
        let codes = rows.map { "const $ = cheerio.load(res.body); expect(\($0)).to.equal(\($1));" }
        for (row, test) in zip(rows, runRows(codes, body: Self.page)) {
            #expect(test.outcome == .passed, "\(row.0): \(test.message)")
        }
        #expect(runRows(["cheerio.load('<p>')('p:hover')"]).first?.message == "Error: cheerio: there is no :hover here")
    }
}
