import { describe, expect, it } from 'vitest';
import { copiedAnswer, sourceOfLink, withoutReferences, withReferences } from './references';
import { distinctSources } from './sources';

const cited = (...urls: string[]) => urls.map((url) => ({ url, title: '' }));

describe('withReferences', () => {
  it('links a reference under the number of its chip', () => {
    expect(withReferences('Four.[REF]0[/REF][REF]1[/REF]', cited('https://a.example/x (1)', 'https://b.example'))).toBe(
      'Four. [1](https://a.example/x%20%281%29) [2](https://b.example/)',
    );
  });

  it('counts in the original list, and uses the chip of a repeated source', () => {
    const [a, b] = ['https://a.example/', 'https://b.example/'];
    const sent = cited(a, a, b);
    expect(distinctSources(sent).map(({ url }) => url)).toEqual([a, b]);
    expect(withReferences('x[REF]0[/REF]y[REF]1[/REF]z[REF]2[/REF]', sent)).toBe(`x [1](${a})y [1](${a})z [2](${b})`);
  });

  it('removes references without a source, and keeps the text if there are no sources', () => {
    expect(withReferences('Four.[REF]3[/REF]', cited('https://a.example'))).toBe('Four.');
    expect(withReferences('Four.[REF]0[/REF]', cited('nowhere'))).toBe('Four.');
    expect(withReferences('Write [REF]0[/REF].', undefined)).toBe('Write [REF]0[/REF].');
  });
});

it('hides a reference of which only a part has arrived', () => {
  const sources = cited('https://a.example/');
  const whole = 'Four.[REF]0[/REF]';
  for (let end = 'Four.'.length; end < whole.length; end += 1) {
    expect(withReferences(whole.slice(0, end), sources, true)).toBe('Four.');
  }
  expect(withReferences(whole, sources, true)).toBe('Four. [1](https://a.example/)');
  expect(withReferences('A list [x', sources, true)).toBe('A list [x');
});

it('copies an answer with links and its list of sources', () => {
  const sources = [{ url: 'https://a.example/', title: 'A' }];
  expect(copiedAnswer('Four.[REF]0[/REF]', sources)).toBe(
    'Four. [1](https://a.example/)\n\nSources:\n\n1. A — <https://a.example/>\n',
  );
  expect(copiedAnswer('Four.', undefined)).toBe('Four.');
  expect(withoutReferences('Four.[REF]0[/REF] Five.', sources)).toBe('Four. Five.');
});

it('makes no link of an address that is not on the web', () => {
  expect(withReferences('x[REF]0[/REF]', cited('javascript:alert(1)'))).toBe('x');
});

it('recognizes a link that stands for a source, and no other', () => {
  const chips = cited('https://a.example/x (1)', 'https://b.example/');
  expect(sourceOfLink('1', 'https://a.example/x%20%281%29', chips)?.number).toBe(1);
  expect(sourceOfLink('2', 'https://b.example/', chips)?.source).toBe(chips[1]);
  for (const [text, href] of [
    ['2', 'https://evil.example/'],
    ['here', 'https://b.example/'],
    ['3', 'https://b.example/'],
    ['0', 'https://b.example/'],
  ] as const) {
    expect(sourceOfLink(text, href, chips)).toBeNull();
  }
});
