import { expect, it } from 'vitest';
import { parseServiceFile } from '../service-file';

/** The problems of a file with one model that has the vendor's own search, on these providers. */
function problemsOf(...upstreams: string[]): string[] {
  const text = `providers:
  grok: { kind: xai, api_key: k }
  lab: { kind: openai-compatible, base_url: "http://127.0.0.1:8000/v1" }
models:
  - id: m
    price: { input: "1", output: "2" }
    capabilities: [tools, x_search]
    upstreams: [${upstreams.map((provider) => `{ provider: ${provider}, model: m }`).join(', ')}]
`;
  const outcome = parseServiceFile('f', text, { OPENAI_API_KEY: 'k' });
  return outcome.ok ? [] : outcome.problems;
}

it('takes x_search of a model whose vendor searches', () => {
  expect(problemsOf('grok')).toEqual([]);
});

it.each([
  ['lab', ['lab']],
  ['lab', ['grok', 'lab']],
  ['openai', ['openai']],
  ['embedded', ['embedded']],
])('refuses it for the provider %s, with words', (unable, upstreams) => {
  expect(problemsOf(...upstreams)).toEqual([
    `line 7, models[0].capabilities[1]: x_search needs a vendor’s own search, which the provider "${unable}" does not have; name only providers of the kind xai in upstreams, or remove it`,
  ]);
});

it('leaves a provider that does not exist to the check of providers', () => {
  const found = problemsOf('missing');
  expect(found).toHaveLength(1);
  expect(found[0]).toContain('is not among the providers');
});
