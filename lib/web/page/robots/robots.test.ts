import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAllowed } from './is-allowed';
import { normalPath, parseRobots } from './parse-robots';

const READER = 'farebox';
const allows = (file: string, path: string) => isAllowed(parseRobots(file, READER), path);
const forAll = (...lines: string[]) => ['User-agent: *', ...lines].join('\n');

describe('which group applies', () => {
  const FILE = `
    # A comment
    User-agent: other
    Disallow: /

    User-Agent: FAREBOX/2.0   # with a version
    user-agent: third
    Disallow: /a
    Sitemap: https://example.com/map.xml
    Disallow: /b

    User-agent: *
    Disallow: /c

    User-agent: farebox
    Disallow: /d
  `;

  it.each([
    ['/a', false],
    ['/b', false],
    ['/c', true],
    ['/d', false],
    ['/', true],
  ])('%s: %s', (path, expected) => expect(allows(FILE, path)).toBe(expected));

  it('is that of all crawlers if none names this one', () => {
    expect(allows('User-agent: other\nDisallow: /\n\nUser-agent: *\nDisallow: /x', '/x')).toBe(false);
    expect(allows('User-agent: other\nDisallow: /', '/x')).toBe(true);
    expect(allows('User-agent: fareboxer\nDisallow: /', '/x')).toBe(true);
  });

  it.each(['\n', '\r', '\r\n'])('whatever ends its lines: %j', (end) => {
    expect(allows(['\uFEFFUser-agent: *', '', 'Disallow: /x'].join(end), '/x')).toBe(false);
  });

  it('is none in a file without rules', () => {
    for (const file of ['', '<html><body>Not found</body></html>', 'Disallow: /', '\0\0\0', 'User-agent: *']) {
      expect(allows(file, '/x')).toBe(true);
    }
  });
});

describe('which rule decides', () => {
  it.each<[string[], string, boolean]>([
    [['Disallow: /'], '/x', false],
    [['Disallow:'], '/x', true],
    [['Disallow: /fish'], '/fish.html', false],
    [['Disallow: /fish'], '/Fish', true],
    [['Disallow: /fish/'], '/fish', true],
    [['Disallow: /', 'Allow: /public'], '/public/a', true],
    [['Allow: /p', 'Disallow: /p'], '/p', true],
    [['Disallow: /p', 'Allow: /p'], '/p', true],
    [['Allow: /folder', 'Disallow: /folder/page'], '/folder/page', false],
    [['Disallow: /*.php'], '/index.php?a=1', false],
    [['Disallow: /*.php$'], '/index.php?a=1', true],
    [['Disallow: /*.php$'], '/a.php/b.php', false],
    [['Disallow: /a*b*c'], '/a-c-b', true],
    [['Disallow: /a*b*c'], '/a-b-c-d', false],
    [['Disallow: /$'], '/', false],
    [['Disallow: /$'], '/x', true],
    [['Disallow: *'], '/x', false],
    [['Disallow: /?id='], '/?id=3', false],
    [['Disallow: /caf%C3%A9'], '/café', false],
    [['Disallow: /café'], '/caf%c3%a9/menu', false],
    [['Disallow: /%7ejoe'], '/~joe', false],
    [['Disallow: /a%2Fb'], '/a/b', true],
    [['Disallow: /'], '/robots.txt', true],
  ])('%j for %s: %s', (lines, path, expected) => expect(allows(forAll(...lines), path)).toBe(expected));

  it('in little time, whatever the file contains', () => {
    const hostile = Array.from({ length: 2_000 }, () => `Disallow: /${'a*'.repeat(120)}b`);
    const before = process.cpuUsage();
    expect(allows(forAll(...hostile), `/${'a'.repeat(8_000)}`)).toBe(false);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });

  it('as a plain search says, for any pattern', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 6 });
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*'), maxLength: 6 });
    fc.assert(
      fc.property(text, pattern, fc.boolean(), (path, middle, isWhole) => {
        const rule = `/${middle}${isWhole ? '$' : ''}`;
        const expected = new RegExp(`^/${middle.replaceAll('*', '.*')}${isWhole ? '$' : ''}`).test(`/${path}`);
        expect(isAllowed([{ allow: false, pattern: rule }], `/${path}`)).toBe(!expected);
      }),
    );
  });

  it('with one spelling for each path', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '%', '2', 'F', 'é', ' ', '😀', '\uD800') }), (path) => {
        const normal = normalPath(path);
        expect(normalPath(normal)).toBe(normal);
      }),
    );
  });
});
