import { buildCatalog, type CatalogSources, type EmbeddedListing } from './catalog';
import type { Catalog } from './model';
import { parseServiceFile } from './service-file';

/** An embedded model for tests, named like a real one. */
export const embeddedListing = (id: string): EmbeddedListing => ({
  id,
  name: id,
  description: '',
  homepage: '',
  createdSeconds: 1_730_419_200,
  quantization: 'int4',
  contextTokens: 8_192,
  maxCompletionTokens: 4_096,
  defaultCompletionTokens: 1_024,
  defaults: { temperature: 0.2, topP: 0.95, repetitionPenalty: 1.1 },
  price: { inputNanoUsd: 50_000_000n, outputNanoUsd: 100_000_000n },
});

/** A catalog for tests, from the text of a service file and other sources. */
export function testCatalog(
  yaml: string,
  sources: Partial<CatalogSources> = {},
  environment: Record<string, string> = {},
): Catalog {
  const upstreams = { OPENAI_API_KEY: 'k', OLLAMA_HOST: 'http://127.0.0.1:11434' };
  const outcome = parseServiceFile('test.yaml', yaml, { ...upstreams, ...environment });
  if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
  return buildCatalog({
    serviceFile: outcome.file,
    embedded: [],
    automatic: [],
    settings: { priceMarkup: '1' },
    ...sources,
  });
}
