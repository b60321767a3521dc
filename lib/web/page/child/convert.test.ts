import { describe, expect, it } from 'vitest';
import { encodeAs } from '../../../media/files/encoding/test-encode';
import { convert } from './convert';
import type { PageJob } from './jobs';

const URL = 'https://example.com/news/story?id=1';
const SENTENCE = 'The tide rises twice a day, and fishermen in the harbor know its hours by heart. ';
const ARTICLE = SENTENCE.repeat(8);

const job = (source: string | Uint8Array, more: Partial<PageJob> = {}): PageJob => ({
  bytes: typeof source === 'string' ? Buffer.from(source) : source,
  kind: 'html',
  charset: null,
  url: URL,
  maxCharacters: 200_000,
  ...more,
});

function read(source: string | Uint8Array, more: Partial<PageJob> = {}) {
  const answer = convert(job(source, more));
  if ('problem' in answer) throw new Error(answer.problem);
  return answer;
}

const page = (content: string, head = '') =>
  `<!doctype html><html><head><title>Tides | Example</title>${head}</head><body>
    <nav><a href="/">Home</a> <a href="/about">About us</a></nav>
    <article><h1>Tides</h1><p>${ARTICLE}</p>${content}<p>${ARTICLE}</p></article>
    <footer>Imprint and privacy</footer></body></html>`;

describe('the article of a page', () => {
  it('comes without menus, scripts, and what is around it', () => {
    const { markdown, title } = read(page('<script>alert(1)</script><style>p{}</style><!-- a comment -->'));
    expect(title).toContain('Tides');
    expect(markdown).toContain(SENTENCE.trim());
    expect(markdown).not.toMatch(/About us|Imprint|alert|p\{\}|comment/);
  });

  it('keeps headings, lists, code, tables, and absolute links', () => {
    const { markdown } = read(
      page(
        `<h2>Hours</h2><ul><li>Noon<li>Midnight</ul><pre><code class="language-js">const a = 1 &lt; 2;</code></pre>
         <table><tr><th>Day</th><th>Hour</th></tr><tr><td>Monday</td><td>12:00</td></tr></table>
         <p>See <a href="../more?x=1&amp;y=2#part">the next page</a> and <a href="javascript:alert(1)">this</a>,
         <a href="//other.example/a">that</a>. ${SENTENCE}</p>`,
      ),
    );
    expect(markdown).toMatch(/^## Hours$/m);
    expect(markdown).toMatch(/^- +Noon$/m);
    expect(markdown).toContain('const a = 1 < 2;');
    expect(markdown).toContain('| Day | Hour |\n| --- | --- |\n| Monday | 12:00 |');
    expect(markdown).toContain('[the next page](https://example.com/more?x=1&y=2#part)');
    expect(markdown).toContain('[that](https://other.example/a)');
    expect(markdown).not.toContain('javascript:');
  });

  it('resolves links as its <base> says', () => {
    const { markdown } = read(
      page(`<p>${SENTENCE}<a href="x">there</a></p>`, '<base href="https://cdn.example/docs/">'),
    );
    expect(markdown).toContain('[there](https://cdn.example/docs/x)');
  });

  it.each([
    '<p hidden>SECRET</p>',
    '<p aria-hidden="true">SECRET</p>',
    '<div style="display : none"><p>SECRET</p></div>',
    '<div style="color:red;visibility:hidden">SECRET</div>',
    '<span style="font-size:0">SECRET</span>',
    '<span style="opacity:0.0;">SECRET</span>',
    '<div style="position:absolute;left:-9999px">SECRET</div>',
    '<template>SECRET</template>',
    '<noscript>SECRET</noscript>',
    '<!-- SECRET -->',
    '<!--> <p>-->',
    '<ul><li hidden>SECRET<li>seen</ul>',
    '<div hidden><div><span>SECRET</div>SECRET</div>',
    '<textarea>SECRET</textarea>',
    '<svg><text>SECRET</text></svg>',
    '<div hidden><p>SECRET</div>',
    '<div hidden><i><b>x</i>SECRET</b>SECRET</i>SECRET</div>',
    '<p hidden><i>SECRET</i><b>SECRET</b>SECRET<p>seen',
    '<style>.zz{display:none}</style><p class="a zz">SECRET</p>',
    '<p class=zz>SECRET</p><style>@import "x.css"; b, p.zz /* x */ { color: red; visibility : hidden !important }</style>',
    '<style>#zz{display:none;color:red}</style><div id=zz><p>SECRET</p></div>',
  ])('leaves out what is hidden: %s', (hidden) => {
    const { markdown } = read(page(`${hidden}<p>After it. ${SENTENCE}</p>`));
    expect(markdown).not.toContain('SECRET');
    expect(markdown).toContain('After it.');
  });

  it.each([
    '<style>@media print{.zz{display:none}}</style><p class=zz>SHOWN</p>',
    '<style media=print>.zz{display:none}</style><p class=zz>SHOWN</p>',
    '<style>.zz{display:none} .zz.open{display:block}</style><p class="zz open">SHOWN</p>',
    '<style>.zz{display:none} @media (min-width:1px){.zz{display:block}}</style><p class=zz>SHOWN</p>',
    '<style>.no-js .zz{display:none}</style><p class=zz>SHOWN</p>',
    '<style>/* .zz{display:none} */</style><p class=zz>SHOWN</p>',
    '<!-- <style>.zz{display:none}</style> --><p class=zz>SHOWN</p>',
  ])('keeps what may be shown: %s', (shown) => {
    expect(read(page(`${shown}<p>After it. ${SENTENCE}</p>`)).markdown).toContain('SHOWN');
  });

  it('comes with the links of the whole page, each once and without the part of a page', () => {
    const around = '<aside><a href="/about">Again</a> <a href="mailto:a@b.example">Mail</a></aside>';
    const { links } = read(page(`<p><a href="next#part">Next</a> <a hidden href="/trap">Hidden</a></p>`, '') + around);
    expect(links).toEqual(['https://example.com/', 'https://example.com/about', 'https://example.com/news/next']);
    expect(read('text', { kind: 'text' }).links).toEqual([]);
  });

  it('has a bounded number of links', () => {
    const many = Array.from({ length: 3_000 }, (_, n) => `<a href="/${n}">x</a> `).join('');
    const long = `<a href="/${'x'.repeat(3_000)}">x</a>`;
    const { links } = read(page(long + many));
    expect(links.length).toBe(2_000);
    expect(links.every(({ length }) => length <= 2_000)).toBe(true);
    const base = `<base href="https://example.com/${'x'.repeat(1_900)}/">`;
    expect(read(page(many, base).replaceAll('href="/', 'href="')).links.join('').length).toBeLessThanOrEqual(300_000);
  });

  it('is the whole page if there is no article', () => {
    const { markdown } = read('<title>Links</title><nav>Menu</nav><div><a href="/a">First</a></div>');
    expect(markdown).toContain('[First](https://example.com/a)');
    expect(markdown).not.toContain('Menu');
  });

  it.each(['', '   ', '<html><body></body></html>', '<script>document.write(1)</script>', '<p hidden>x</p>'])(
    'is missing: %j',
    (source) => expect(convert(job(source))).toEqual({ problem: 'empty', links: [] }),
  );

  it('is missing on a page of menus alone, which has links', () => {
    const links = ['https://example.com/a'];
    expect(convert(job('<nav><a href="/a">First</a></nav>'))).toEqual({ problem: 'empty', links });
  });

  it('is cut where it is too long', () => {
    const { markdown, isCut } = read(page(''), { maxCharacters: 100 });
    expect(markdown.length).toBeLessThanOrEqual(100);
    expect(isCut).toBe(true);
    expect(read(page('')).isCut).toBe(false);
  });
});

/** Less than the child that reads a page may take. */
const MAX_CPU_MICROSECONDS = 6_000_000;

describe('hostile pages end soon', () => {
  const many = (tag: string) => tag.repeat(20_000);
  const names = (count: number) => Array.from({ length: count }, (_, n) => `<x${n}>`).join('');
  it.each<[string, string]>([
    ['20,000 nested blocks', `${many('<div>')}${ARTICLE}`],
    ['20,000 nested blocks, closed', `${many('<div>')}${ARTICLE}${many('</div>')}`],
    ['20,000 bold texts', `${many('<b>x')}${ARTICLE}`],
    ['20,000 lists', `${many('<ul><li>x')}${ARTICLE}`],
    ['20,000 tables', `${many('<table><tr><td>')}${ARTICLE}`],
    ['20,000 paragraphs', `${many('<p>x')}${ARTICLE}`],
    ['20,000 hidden elements', `${ARTICLE}${many('<div hidden>')}`],
    ['40,000 elements in a hidden one', `${ARTICLE}<div hidden>${many('<i><i>')}${many('</b></b>')}`],
    ['20,000 names below the depth', `${ARTICLE}${'<div>'.repeat(100)}${names(20_000)}${many('<p>')}`],
    ['20,000 end tags', `${many('</div></p>')}${ARTICLE}`],
    ['20,000 comments', `${many('<!--')}x--><p>${ARTICLE}`],
    ['style rules without an end', `<style>${many('.a{/*')}</style><style>${many('a{;')}</style><p>${ARTICLE}`],
    ['20,000 styles', `${many('<style>.a{display:none}')}</style>${many('<style>.a,')}</style><p>${ARTICLE}`],
    ['spaces in a style', `<style>a{;${' '.repeat(400_000)}x}</style><p>${ARTICLE}`],
    ['attributes without an end', `<p>${ARTICLE}</p><a ${'x="'.repeat(50_000)}`],
    ['a long attribute', `<p class="${'x'.repeat(1_000_000)}">${ARTICLE}</p>`],
  ])('%s', (_, source) => {
    const before = process.cpuUsage();
    const { markdown } = read(source);
    expect(markdown).toContain('The tide rises twice a day');
    // Processor time: other tests may run at the same time.
    expect(process.cpuUsage(before).user).toBeLessThan(MAX_CPU_MICROSECONDS);
  });
});

it('reads a short page that leaves out the tags that it may', () => {
  expect(read('<!doctype html><title>Tides</title><body><h1>Today</h1><p>High water at noon.</p>')).toMatchObject({
    title: 'Tides',
    markdown: expect.stringContaining('High water at noon.'),
  });
});

describe('a form to sign in', () => {
  const FORM = `<form action="/session"><label>Email <input name="email"></label>
    <label>Password <input type="Password" name="password"></label><button>Sign in</button>
    <p><a href="/forgotten?a-long-address=${'x'.repeat(700)}">Forgot your password?</a> No account yet? <a href="/join">Join</a></p></form>`;
  const body = (content: string) => `<!doctype html><title>Sign in</title><body><h1>Welcome back</h1>${content}`;

  it('is no page, and its links are known', () => {
    const answer = convert(job(body(FORM)));
    expect(answer).toMatchObject({ problem: 'sign_in' });
    expect('links' in answer && answer.links).toContain('https://example.com/join');
  });

  it.each([
    ['beside an article', body(`${FORM}<article><p>${ARTICLE}</p></article>`)],
    ['in the header of a short page', body(`<header>${FORM}</header><p>${SENTENCE}</p>`)],
    ['that is not seen', body(`<div style="display: none">${FORM}</div><p>${SENTENCE}</p>`)],
    ['without a password', body(`${FORM.replace('type="Password"', '')}<p>${SENTENCE}</p>`)],
  ])('%s is a part of it', (_, source) => {
    expect(read(source).markdown).toContain(SENTENCE.trim());
  });
});

describe('the encoding of a page', () => {
  const bytes = (...parts: (string | number[])[]) =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
  const JAPANESE = [0x93, 0xfa, 0x96, 0x7b];

  it.each<[string, Uint8Array, string | null, string]>([
    ['UTF-8', Buffer.from('<p>día</p>'), null, 'día'],
    ['its header', bytes('<p>', JAPANESE, '</p>'), 'Shift_JIS', '日本'],
    ['its <meta>', bytes('<meta charset="shift_jis"><p>', JAPANESE, '</p>'), null, '日本'],
    [
      'an older <meta>',
      bytes('<meta http-equiv=content-type content="text/html; charset=shift_jis"><p>', JAPANESE, '</p>'),
      null,
      '日本',
    ],
    ['Windows-1252', bytes('<p>', [0x93, 0x80, 0x94], '</p>'), null, '“€”'],
    ['Windows-1252 under its other name', bytes('<p>', [0x93, 0x80, 0x94], '</p>'), 'ISO-8859-1', '“€”'],
    ['UTF-8 under a wrong name', Buffer.from('<p>día €</p>'), 'iso-8859-1', 'día €'],
    ['a byte order mark before all', bytes([0xef, 0xbb, 0xbf], '<p>', [0xc3, 0xa9], '</p>'), 'shift_jis', 'é'],
    ['UTF-16', Buffer.from('\uFEFF<p>día 日</p>', 'utf16le'), null, 'día 日'],
    ['a declared UTF-16 that is none', Buffer.from('<meta charset=utf-16><p>día</p>'), null, 'día'],
    ['one damaged byte', bytes('<p>', [0xc3, 0xa9, 0xff], '</p>'), 'utf-8', 'é\uFFFD'],
    ['an unknown name', Buffer.from('<p>día</p>'), 'x-nonsense', 'día'],
  ])('%s', (_, source, charset, expected) => expect(read(source, { charset }).markdown).toBe(expected));

  it('is found by its characters if it declares none', () => {
    const text = '満潮の時刻は表で確認してください。船に乗る前に、天気予報を必ず見ることが大切です。';
    expect(read(encodeAs('euc-jp', `<p>${text}</p>`)).markdown).toBe(text);
    const greek = encodeAs('windows-1253', '<p>Η στάθμη του νερού στο λιμάνι αλλάζει κάθε μέρα.</p>');
    expect(convert(job(greek))).toEqual({ problem: 'unclear_encoding' });
    expect(read(greek, { charset: 'windows-1253' }).markdown).toContain('λιμάνι');
  });

  it('is that of no text for binary data', () => {
    const binary = Buffer.from([0, 1, 2, 3, 0, 255, 254, 0]);
    expect(convert(job(binary, { kind: 'text' }))).toEqual({ problem: 'unsupported' });
    expect(convert(job(binary, { charset: 'utf-8' }))).toEqual({ problem: 'unsupported' });
  });
});

describe('the date of a page', () => {
  it.each([
    ['<meta property="article:published_time" content="2024-03-05T10:30:00+02:00">', '2024-03-05T08:30:00.000Z'],
    ['<meta name="date" content="2024-03-05">', '2024-03-05'],
    ['<meta name="citation_publication_date" content="2024/03/05">', '2024-03-05'],
    ['<script type="application/ld+json">{"@type":"Article","datePublished":"2024-03-05"}</script>', '2024-03-05'],
    ['<time pubdate datetime="2024-03-05">a while ago</time>', '2024-03-05'],
    ['<meta name="dc.date" content="March 5, 2024">', '2024-03-05'],
    ['<meta name="date" content="yesterday">', ''],
    ['<meta name="date" content="2024-99-99">', ''],
    ['', ''],
  ])('%s', (head, date) => expect(read(page('', head)).date).toBe(date));
});

describe('other texts', () => {
  it('stay as they are', () => {
    expect(read('# Title\r\n\r\nText', { kind: 'text' })).toMatchObject({
      title: 'Title',
      markdown: '# Title\n\nText',
    });
  });

  it('become code if they are data', () => {
    expect(read('{"a": "```"}', { kind: 'json' }).markdown).toBe('````json\n{"a": "```"}\n````');
    expect(read('<rss><item/></rss>', { kind: 'xml' }).markdown).toBe('```xml\n<rss><item/></rss>\n```');
  });
});
