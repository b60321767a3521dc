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
