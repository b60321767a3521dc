import { EMBEDDED_MODEL, firstRequest } from '@/components/snippets/first-request';
import type { ColoredSamples } from '@/components/snippets/sample-tabs';
import type { ColoredSnippets } from '@/components/snippets/snippet-tabs';
import type { Sample } from '@/lib/core/samples/request';
import type { RequestSample } from '@/lib/openapi/contract';
import { colorCode } from './color-code';

const LANGUAGES: Record<Sample['language'], string> = { curl: 'bash', typescript: 'typescript', python: 'python' };

/** The samples of a request in colors. @param origin is replaced by the browser */
export async function colorSamples(samples: readonly Sample[], origin: string): Promise<ColoredSamples> {
  const colored = samples.map(
    async ({ language, code }) => [language, await colorCode(code, LANGUAGES[language], [origin])] as const,
  );
  return Object.fromEntries(await Promise.all(colored));
}

/** Those of all requests of an endpoint, by the request's name. */
export async function colorRequests(
  requests: readonly RequestSample[],
  origin: string,
): Promise<Record<string, ColoredSamples>> {
  const colored = requests.map(async ({ name, samples }) => [name, await colorSamples(samples, origin)] as const);
  return Object.fromEntries(await Promise.all(colored));
}

/** The samples of the first request in colors, for the embedded model. @param origin is replaced by the browser */
export async function colorFirstRequest(origin: string, apiKey: string): Promise<ColoredSnippets> {
  const samples = firstRequest({ origin, apiKey, model: EMBEDDED_MODEL });
  const colored = samples.map(
    async ({ value, code }) => [value, await colorCode(code, LANGUAGES[value], [origin, EMBEDDED_MODEL])] as const,
  );
  return { origin, lines: Object.fromEntries(await Promise.all(colored)) as ColoredSnippets['lines'] };
}

/** The language of other code in the guides: JSON, a shell command, or neither. */
export function languageOf(code: string): string {
  const text = code.trimStart();
  if (text.startsWith('{') || text.startsWith('[')) return 'json';
  return /^(curl|export|npm|npx|node|#!)/.test(text) ? 'bash' : '';
}
