import { parseUsd } from '../../../lib/core/money';
import { formsOf } from '../answers';
import { EMAIL } from './account';

/** USD per million tokens. A token costs whole nano-USD, so that no sum has to be rounded. */
const PRICE = { input: '1', output: '2' };
const MILLION = 1_000_000n;

/** The maximum of the file, so that no load is refused. */
const NO_LIMIT = { rpm: 1_000_000_000_000, tpm: 1_000_000_000_000 };
const MAX_CONTEXT = 100_000_000;

/** What tokens cost at the file's prices, nano-USD. */
export function priceNano({ promptTokens, completionTokens }: { promptTokens: number; completionTokens: number }) {
  const [input, output] = [parseUsd(PRICE.input) ?? 0n, parseUsd(PRICE.output) ?? 0n];
  return (BigInt(promptTokens) * input + BigInt(completionTokens) * output) / MILLION;
}

/** The service file: the scripted models of the upstream, and further included models. JSON is YAML. */
export function serviceFileOf(upstreamUrl: string, include: 'embedded'[] = []): string {
  return JSON.stringify({
    include,
    providers: {
      // Unstreamed answers come whole, as they do to the other gateways.
      bench: { kind: 'openai-compatible', base_url: `${upstreamUrl}/v1`, api_key: 'sk-bench', unstreamed: 'whole' },
    },
    models: [...formsOf(1).keys()].map((id) => ({
      id,
      upstreams: [{ provider: 'bench', model: id }],
      price: PRICE,
      context: MAX_CONTEXT,
      default_completion: 1_000,
    })),
    accounts: { [EMAIL]: { text_XS: NO_LIMIT } },
  });
}
