import { describe, expect, it } from 'vitest';
import { boundHtml } from './bound-html';
import { withHeading } from './escape-markdown';
import { htmlToMarkdown } from './html-to-markdown';

const markdown = (html: string) => htmlToMarkdown(html).text;

describe('a page', () => {
  it.each([
    ['paragraphs that are never closed', '<p>one<p>two<p>three', 'one\n\ntwo\n\nthree'],
    ['wrappers as breaks', '<div>one<div>two</div></div><section>three</section>', 'one\n\ntwo\n\nthree'],
    ['inline elements without a form', 'o<span>n</span>e <u>two</u>', 'one two'],
    ['items that are never closed', '<ul><li>one<li>two<ul><li>three</ul></ul>', '-   one\n-   two\n    -   three'],
    ['numbered items', '<ol start=3><li>a</li><li>b</li></ol>', '3.  a\n4.  b'],
    ['overlapping elements', '<b>one <i>two</b> three</i>', '**one _two_** three'],
    ['self-closing elements of XHTML', '<p><a id="x"/>one <script src="x"/>two</p>', 'one two'],
    ['entities', '<p>&lt;b&gt; caf&eacute; &amp;amp;', '\\<b> café &amp;'],
    ['text that looks like a tag', '<p>&lt;img src=x onerror=alert(3)&gt;', '\\<img src=x onerror=alert(3)>'],
    ['a tag of several elements', '<p>&lt;<a>img src=x onerror=alert(3)&gt;</a>', '\\<img src=x onerror=alert(3)>'],
    ['a tag in a description', '<p>a<img alt="<script>alert(3)</script>">', 'a\\<script>alert(3)\\</script>'],
    ['a tag in an address', '<a href="https://x.test/)<script>">one</a>', '[one](https://x.test/%29%3Cscript%3E)'],
    ['a quotation that is none', '<p>&gt; one<p>1 &gt; 0', '\\> one\n\n1 > 0'],
    ['angle brackets that are not tags', 'a < b <3 </', 'a < b <3'],
    ['comments and hidden parts', 'a<!-- <b> --><svg><text>x</text></svg><template><p>y</template>b', 'ab'],
    ['code unchanged', '<pre><code class="language-js">a  &lt;\n  b</code></pre>', '```js\na  <\n  b\n```'],
    ['breaks of empty elements', 'one<h1></h1>two<b></b>three<p><i></i></p>four', 'one\n\ntwothree\n\nfour'],
    ['quotes', '<blockquote><p>one<p>two</blockquote>three', '> one\n> \n> two\n\nthree'],
    [
      'a table without end tags',
      '<table><tbody><tr><th>a<th>b<tr><td>1<td>2</table>',
      '| a | b |\n| --- | --- |\n| 1 | 2 |',
    ],
    ['a tag inside quotes', '<a href="https://x.test/?a=>&amp;b">one</a>', '[one](https://x.test/?a=%3E&b)'],
  ])('%s', (_, html, text) => {
    expect(markdown(html)).toBe(text);
  });

  it('has the first title, whatever it contains', () => {
    expect(htmlToMarkdown('<title>a &amp; <b></title><title>c</title>d')).toEqual({
      title: 'a & <b>',
      text: 'd',
      isCut: false,
    });
  });
});

describe('a title above its text', () => {
  it.each([
    ['A & B', 'text', '# A & B\n\ntext'],
    ['<img src=x onerror=alert(1)>', 'text', '# \\<img src=x onerror=alert(1)>\n\ntext'],
    ['a_b [c](d)', 'text', '# a\\_b \\[c\\](d)\n\ntext'],
    ['a_b', '## a\\_b\n\ntext', '## a\\_b\n\ntext'],
    ['', 'text', 'text'],
  ])('%j', (title, text, whole) => {
    expect(withHeading(title, text)).toBe(whole);
  });
});

describe('within limits', () => {
  const depthOf = (html: string): number => {
    let depth = 0;
    let deepest = 0;
    for (const [tag] of html.matchAll(/<\/?(?!br|hr|img)[a-z0-9]+/g)) {
      depth += tag.startsWith('</') ? -1 : 1;
      deepest = Math.max(deepest, depth);
    }
    expect(depth).toBe(0);
    return deepest;
  };

  it.each([
    '<div>',
    '<h1>',
    '<b>',
    '<ul><li>',
    '<blockquote>',
    '<table><tr><td>',
    '<a href=x>',
    '<i><b>',
    '<svg>',
    '<x>',
  ])('fifty thousand levels of %s keep their text', (opening) => {
    const { html, isCut } = boundHtml(`before ${opening.repeat(50_000)} within`);
    expect(depthOf(html)).toBeLessThanOrEqual(33);
    expect(html).toContain('before');
    if (!isCut && opening !== '<svg>') expect(html).toContain('within');
  });

  it.each(['<br>', '<p>x', '&amp;', '<', '<td>x</td>', '<img alt=x>', '<!--x-->x<b>y</b>'])(
    'half a million of %s are cut',
    (piece) => {
      const { html, isCut } = boundHtml(piece.repeat(500_000));
      expect(isCut).toBe(true);
      expect(html.match(/<\w|&/g)?.length ?? 0).toBeLessThanOrEqual(100_010);
    },
  );

  it('text is cut at two million characters', () => {
    const { html, isCut } = boundHtml(`<pre>${'x'.repeat(3_000_000)}`);
    expect(isCut).toBe(true);
    expect(html.length).toBeLessThan(2_000_100);
  });
});
