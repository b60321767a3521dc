import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import Renderer from './renderer';

const html = (text: string, growing = false) => renderToStaticMarkup(createElement(Renderer, { text, growing }));

describe('a hostile answer', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src="https://evil.example/x.png" onerror="alert(1)">',
    'a <img src=x onerror=alert(1)> b',
    '<iframe src="https://evil.example"></iframe>',
    '<svg><script>alert(1)</script></svg>',
    '<style>body{display:none}</style>',
    '<a href="javascript:alert(1)">x</a>',
    '<form action="https://evil.example"><input name=a></form>',
    '<!-- --><object data="https://evil.example"></object>',
    '<details open ontoggle=alert(1)>',
  ])('shows HTML as text: %s', (text) => {
    const result = html(text);
    expect(result).not.toMatch(/<(script|img|iframe|svg(?! )|style|form|object|details|input|link|meta)\b/i);
    expect(result).not.toMatch(/<[^>]*\son\w+=/i);
    expect(result).toContain('&lt;');
  });

  it('never loads an image, but names it and its host', () => {
    for (const text of [
      '![A cat](https://evil.example/cat.png?secret=1 "t")',
      '![A cat][1]\n\n[1]: https://evil.example/cat.png',
      '[![A cat](https://evil.example/cat.png)](https://evil.example/)',
    ]) {
      const result = html(text);
      expect(result).not.toMatch(/<img|srcset|background|url\(/i);
      expect(result).toContain('Image: A cat (evil.example)');
    }
    expect(html('![A cat](data:image/png;base64,AAAA)')).not.toMatch(/<img|<a|base64/);
    expect(html('![A cat](//evil.example/cat.png)')).not.toMatch(/<img|<a/);
  });

  it('drops unsafe links', () => {
    for (const address of [
      'javascript:alert(1)',
      'JaVascript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '/keys',
      '#x',
      'file:///a',
    ]) {
      const result = html(`[click](${address})`);
      expect(result).toContain('click');
      expect(result).not.toMatch(/<a |href/);
    }
    expect(html('<javascript:alert(1)>')).not.toMatch(/<a |href/);
  });

  it('opens links in a new window without access to this one', () => {
    const result = html('[docs](https://example.org/a) and https://example.net and <a@example.org>');
    const links = result.match(/<a [^>]*>/g) ?? [];
    expect(links).toHaveLength(3);
    for (const link of links) {
      expect(link).toContain('rel="noopener noreferrer"');
      expect(link).toContain('target="_blank"');
    }
  });

  it('shows the host of a link whose text names another', () => {
    expect(html('[https://bank.example](https://evil.example/)')).toContain('(evil.example)');
    expect(html('[our docs](https://example.org/)')).not.toContain('(example.org)');
  });
});

describe('an answer', () => {
  it('renders headings, lists, tables, code, and line breaks in cells', () => {
    const result = html(
      '# Title\n\n1. one\n2. **two**\n\n| a | b |\n|---|--:|\n| x<br>y | 2 |\n\n```py title="x"\nprint(1)\n```\n\n- [x] done\n',
    );
    expect(result).toContain('<h3 class="heading-1">Title</h3>');
    expect(result).toContain('<strong>two</strong>');
    expect(result).toMatch(/<td class="whitespace-nowrap">x<br\/>\s*y<\/td>/);
    expect(result).toContain('<td class="text-right whitespace-nowrap">2</td>');
    expect(result).toContain('aria-label="py code"');
    expect(result).toContain('print(1)');
    expect(result).toMatch(/<input[^>]*disabled/);
    expect(result).not.toMatch(/<h1|<h2/);
  });

  it('closes open syntax while it grows', () => {
    expect(html('some **bold', true)).toContain('<strong>bold</strong>');
    expect(html('see [the docs](https://exam', true)).not.toContain('href="streamdown');
    expect(html('```js\nlet a = 1;', true)).toContain('let a = 1;');
  });
});

describe('a long answer', () => {
  const prose = 'A fare box takes exact coins.\n\n'.repeat(100);

  it('shows a long fence as code, also while it grows', () => {
    const code = 'fares.push("<b>");\n'.repeat(200);
    for (const result of [html(`${prose}\`\`\`ts\n${code}`, true), html(`${prose}\`\`\`ts\n${code}\`\`\`\n`)]) {
      expect(result).toContain('aria-label="ts code"');
      expect(result.match(/fares\.push\(&quot;&lt;b&gt;&quot;\);/g)).toHaveLength(200);
      expect(result).not.toContain('```');
    }
  });

  it('resolves link and footnote definitions at its end once it is complete', () => {
    const text = `See [the docs][1] and the note[^a].\n\n${prose}[1]: https://example.org/docs\n\n[^a]: A note.\n`;
    expect(html(text)).toContain('href="https://example.org/docs"');
    expect(html(text)).toContain('A note.');
    expect(html(text)).not.toContain('[^a]');
  });

  it('links a reference to its footnote and back, with unique IDs per answer', () => {
    const text = 'A note[^a].\n\n[^a]: Of it.\n';
    const both = renderToStaticMarkup(
      createElement('div', {}, ...[1, 2].map((key) => createElement(Renderer, { key, text, growing: false }))),
    );
    const ids = [...both.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = [...both.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
    expect(targets).toHaveLength(4);
    expect(ids).toEqual(expect.arrayContaining(targets));
  });
});

it('leaves prices alone, also two in one line', () => {
  expect(html('It costs $5 and $10, or $0.15 to $0.60.')).toContain('It costs $5 and $10, or $0.15 to $0.60.');
});
