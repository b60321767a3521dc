import { describe, expect, it } from 'vitest';
import { parseServiceFile } from '../../service-file';
import { initServiceFile } from '../init';

const read = (text: string) => parseServiceFile('farebox.yaml', text, { BRAVE_KEY: 'secret' });
const problems = (text: string): string[] => {
  const outcome = read(text);
  return outcome.ok ? [] : outcome.problems;
};

describe('the search engines of a service file', () => {
  it('are read as written, with defaults', () => {
    const outcome = read(`search:
  brave: { engine: brave, api_key: '\${BRAVE_KEY}' }
  google: { engine: searxng, base_url: 'http://10.0.0.5:8080/', engines: [google, bing] }`);
    expect(outcome.ok && outcome.file.search).toEqual({
      brave: { engine: 'brave', api_key: 'secret', base_url: 'https://api.search.brave.com' },
      google: { engine: 'searxng', base_url: 'http://10.0.0.5:8080', engines: ['google', 'bing'] },
    });
    const keyless = read('search: { brave: { engine: wikipedia }, google: { engine: index } }');
    expect(keyless.ok && keyless.file.search).toEqual({
      brave: { engine: 'wikipedia', language: 'en', answers_url: 'https://api.duckduckgo.com' },
      google: { engine: 'index' },
    });
  });

  it('are absent by default', () => {
    const outcome = read('include: []');
    expect(outcome.ok && outcome.file).not.toHaveProperty('search');
  });

  it.each([
    ['{ brave: { engine: bing } }', 'line 1, search.brave.engine: "bing" '],
    ['{ brave: {} }', 'line 1, search.brave.engine: is missing'],
    ['{ brave: { engine: brave } }', 'line 1, search.brave.api_key: is missing'],
    ['{ google: { engine: searxng } }', 'line 1, search.google.base_url: is missing'],
    [
      '{ google: { engine: searxng, base_url: "ftp://x" } }',
      'line 1, search.google.base_url: "ftp://x" is not an http',
    ],
    [
      '{ google: { engine: index, base_url: "http://x" } }',
      'line 1, search.google.base_url: is not a known field; allowed here: engine',
    ],
    ['{ bing: { engine: index } }', 'line 1, search.bing: is not a known field; allowed here: brave, google'],
    ['{ brave: { engine: wikipedia, language: "../x" } }', 'line 1, search.brave.language: "../x" is not a Wikipedia'],
  ])('report a mistake with its line: %s', (search, problem) => {
    expect(problems(`search: ${search}`)).toEqual([expect.stringContaining(problem)]);
  });

  it('are shown in a first file, which is valid with them', () => {
    const text = initServiceFile({ listed: [], settings: { priceMarkup: '1' } });
    const outcome = read(text.replace('# search: {', 'search: {'));
    expect(outcome.ok && outcome.file.search).toMatchObject({ brave: { engine: 'brave', api_key: 'secret' } });
  });
});
