import { describe, expect, it } from 'vitest';
import { cleanResults } from './clean-results';

const page = (changes: object = {}) => ({
  title: 'T',
  url: 'https://example.org/a',
  content: 'c',
  date: '',
  ...changes,
});
const one = (changes: object) => cleanResults([page(changes)], 10)[0];

describe('cleanResults', () => {
  it.each([
    '',
    '/a',
    'example.org',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.org/',
    'http://',
    'https://bank.example@evil.example/',
    `https://example.org/${'x'.repeat(2_000)}`,
  ])('leaves out the address %j', (url) => {
    expect(cleanResults([page({ url })], 10)).toEqual([]);
  });

  it.each([
    ['<strong>High</strong> water', 'High water'],
    ['a &lt;script&gt;alert(1)&lt;/script&gt; b', 'a alert(1) b'],
    ['<<b>script>alert(1)<</b>/script>', 'alert(1)'],
    ['<!-- hidden --><img src=x onerror=alert(1)>seen', 'seen'],
    ['Write \\<b>bold\\</b>, or \\<script>', 'Write < b>bold< /b>, or < script>'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['Caf&eacute; &#233; &#xe9; &nbsp;&hellip; &#0; &#xd800;', 'Caf&eacute; é é …'],
    ['a\u0000b\u001b[31m\nc', 'a b [31m\nc'],
  ])('makes %j a plain text', (content, text) => {
    expect(one({ content })?.content).toBe(text);
  });

  it('never leaves a tag, however it is nested', () => {
    const nested = '<'.repeat(500) + 'b' + '>'.repeat(500);
    expect(one({ content: nested })?.content).not.toMatch(/<[a-z]/i);
    const began = process.cpuUsage();
    one({ content: '<a<b'.repeat(20_000) });
    one({ content: '<!--'.repeat(20_000) });
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(2_000);
  });

  it('bounds texts and their number, and drops repeated pages', () => {
    expect(one({ title: 'x'.repeat(1_000), content: 'y'.repeat(100_000) })).toMatchObject({
      title: 'x'.repeat(300),
      content: 'y'.repeat(4_000),
    });
    const same = ['https://example.org/a', 'http://example.org/a', 'https://example.org/a/', 'https://example.org/a#b'];
    expect(
      cleanResults(
        same.map((url) => page({ url })),
        10,
      ),
    ).toHaveLength(1);
    expect(
      cleanResults(
        ['1', '2', '3'].map((url) => page({ url: `https://example.org/${url}` })),
        2,
      ),
    ).toHaveLength(2);
    expect(one({ title: ' \n ' })?.title).toBe('https://example.org/a');
  });

  it('leaves no empty code behind', () => {
    expect(one({ content: 'Print `<img src=x>` or ` <b></b> `, not `x`.' })?.content).toBe('Print or , not `x`.');
    expect(one({ content: '```html\n<br>\n```' })?.content).toBe('```html\n\n```');
  });

  it.each([
    ['2026-11-20', '2026-11-20'],
    ['2026-11-20T08:00:00Z', '2026-11-20T08:00:00Z'],
    ['Fri, 20 Nov 2026 08:00:00 GMT', '2026-11-20T08:00:00.000Z'],
    ['yesterday', ''],
    ['', ''],
  ])('writes the date %j as %j', (date, written) => {
    expect(one({ date })?.date).toBe(written);
  });
});
