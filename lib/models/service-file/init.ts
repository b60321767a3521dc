import { stringify } from 'yaml';
import { decideAutomatic, type ListedModel, type ListedProvider, type PriceSettings } from '../automatic';

const HEADER = `# The service file: what this service serves and what it costs. Point SERVICE_FILE at it.
# \`admin service check\` tells every mistake with its line. After a change: send SIGHUP, or start again.
# Prices are decimal text, USD per million tokens. \${NAME} in a text takes the environment variable NAME.

# What is served beside the models below; [] = only what stands here.
include: [embedded, automatic]

# Said before every conversation, unless the caller switches it off.
system_prompt: ""

# OpenAI-compatible servers of your own.
providers:
  # lab: { kind: openai-compatible, base_url: "http://127.0.0.1:8000/v1", api_key: "\${LAB_KEY}" }

# Models with a price. Only id, upstreams and price are required; more than one upstream share the requests by weight.
models:
  # - { id: big, name: Big, class: M, upstreams: [{ provider: lab, model: org/big, weight: 1 }],
  #     price: { input: "0.15", output: "0.60" }, context: 32768, max_completion: 8192, default_completion: 2048,
  #     traits: [default], capabilities: [tools, schema] }
  # Where prompts above a number of tokens cost something else:
  #   price: { input: "0.15", output: "0.60", extended: { above: 200000, input: "0.30", output: "0.90" } }
  # A model that is to go: answers warn of it, and from removes_at (else from date) on it is not served. With remap,
  # calls then run on the replacement; without, they are refused and told of it.
  #   deprecation: { date: 2026-12-31, starts_at: 2026-12-20, removes_at: 2027-01-10, replacement: bigger, remap: true }
`;

const FOOTER = `
# Further names → model ids.
aliases:
  # gpt-4o: big

# Limits of account tiers that differ from the usual ones: requests and tokens per minute.
tiers:
  # partner: { text_S: { rpm: 150, tpm: 1500000 } }

# Limits of single accounts, by e-mail or id, before those of their tier.
accounts:
  # ada@example.com: { text_S: { rpm: 300, tpm: 3000000 }, create_key: { rpm: 60 } }
`;

/**
 * A first service file, commented, for the operator to fill in: it is valid as it stands, and holds one commented line for
 * each listed model that has no price yet.
 */
export function initServiceFile(input: { listed: readonly ListedProvider[]; settings: PriceSettings }): string {
  const parts = input.listed.flatMap((provider) => {
    const { unpriced } = decideAutomatic(provider, [], new Set(), input.settings);
    if (unpriced.length === 0) return [];
    const heading = `\n  # ${provider.id} lists these without a price. Take away the "# " of those to serve, and fill in what they cost.\n`;
    return [heading + unpriced.map((model) => `  # ${entryOf(provider.id, model)}\n`).join('')];
  });
  return HEADER + parts.join('') + FOOTER;
}

function entryOf(provider: string, model: ListedModel): string {
  const entry = {
    id: idOf(model.id),
    upstreams: [{ provider, model: model.id }],
    price: { input: '', output: '' },
    ...(model.contextTokens === undefined ? {} : { context: model.contextTokens }),
  };
  return stringify([entry], { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: true })
    .trim()
    .replace(/^\[\s*/, '- ')
    .replace(/\s*\]$/, '');
}

/** The upstream's name as a model id: letters, digits and `. _ - /`. */
function idOf(name: string): string {
  return name.replace(/[^A-Za-z0-9._/-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
}
