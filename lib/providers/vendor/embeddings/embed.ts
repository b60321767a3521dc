import type { EmbeddingModelV3, SharedV3ProviderOptions } from '@ai-sdk/provider';
import { invalidField } from '../../../core/errors';
import type { CarriedEmbeddingFields } from '../../kit/embeddings/fields';
import { embedInGroups, type GroupPlan } from '../../kit/embeddings/embed-in-groups';
import type { EmbeddingCall, TextEmbedder } from '../../spec';
import { makeVendorFetch } from '../fetch';
import { amazonBedrock } from '../kinds/amazon-bedrock';
import { google } from '../kinds/google';
import { largeMedia } from '../large-media';
import { readFailure } from '../read-failure';
import type { Fetch, VendorUpstream } from '../vendor';

/** xAI has no embeddings. */
type EmbeddingUpstream = Exclude<VendorUpstream, { kind: 'xai' }>;

/** How a vendor's package embeds texts. */
type Opened = {
  open: (fetch: Fetch) => Promise<EmbeddingModelV3>;
  address: string;
  secrets: string[];
  groups: GroupPlan;
  options: SharedV3ProviderOptions;
};

/** What carries each field (docs/fields.md, "Embeddings"). */
export const GOOGLE_EMBEDDING_FIELDS: CarriedEmbeddingFields = {
  dimensions: '`outputDimensionality`',
  encoding: 'numbers',
  'texts per request': '100',
};
/** The same of Amazon Titan, Amazon Nova, and Cohere's models. */
export const BEDROCK_EMBEDDING_FIELDS: CarriedEmbeddingFields = {
  dimensions: '`dimensions` (Titan 2), `embeddingDimension` (Nova), `output_dimension` (Cohere 4)',
  encoding: 'numbers',
  tokens: 'in the answer, or its header',
  'texts per request': '1; Cohere: 96',
};

/** The lengths that Amazon's package lets a model have. */
const LENGTHS = [
  { model: /titan-embed-text-v2/, option: 'dimensions', lengths: [256, 512, 1_024] },
  { model: /nova-.*embed/, option: 'embeddingDimension', lengths: [256, 384, 1_024, 3_072] },
  { model: /cohere\./, option: 'outputDimension', lengths: [256, 512, 1_024, 1_536] },
] as const;

/**
 * Embeddings of a vendor with its own wire format, through its AI SDK package, which is loaded at the first call.
 * @throws see `TextEmbedder`; INVALID_REQUEST for a length that the model does not have
 */
export function vendorEmbedder(upstream: EmbeddingUpstream): TextEmbedder {
  return async (call) => {
    const { model: name, account, signal } = call;
    const { open, address, secrets, groups, options } = openedFor(upstream, call);
    const { host, hostname } = new URL(address);
    const identity = { provider: upstream.id, model: name, secrets: [...secrets, address, host, hostname] };
    // Nothing bypasses the package: texts are short.
    const fetch = makeVendorFetch({ account, times: upstream.times }, largeMedia(Infinity));
    const model = await open(fetch);
    return embedInGroups(call, groups, async (texts) => {
      try {
        const providerOptions = options;
        const { embeddings, usage } = await model.doEmbed({ values: [...texts], abortSignal: signal, providerOptions });
        return { vectors: embeddings, tokens: usage?.tokens };
      } catch (thrown) {
        throw readFailure(thrown, identity, signal);
      }
    });
  };
}

function openedFor(upstream: EmbeddingUpstream, { model, dimensions }: EmbeddingCall): Opened {
  if (upstream.kind === 'amazon-bedrock') {
    const isCohere = model.includes('cohere.');
    return {
      open: async (fetch) => {
        const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
        const { region, credentials } = upstream;
        // The package reads absent settings from the environment, above all a key: an empty one counts as none.
        const settings = { apiKey: '', ...credentials, region, baseURL: amazonBedrock.addressOf(upstream), fetch };
        return createAmazonBedrock(settings).embeddingModel(model);
      },
      address: amazonBedrock.addressOf(upstream),
      secrets: amazonBedrock.secretsOf(upstream),
      groups: isCohere ? { textsPerRequest: 96, requestsAtATime: 2 } : { textsPerRequest: 1, requestsAtATime: 4 },
      // Most texts are embedded to be found.
      options: { bedrock: { ...(isCohere && { inputType: 'search_document' }), ...lengthOption(model, dimensions) } },
    };
  }
  return {
    open: async (fetch) => {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      const { apiKey } = upstream;
      return createGoogleGenerativeAI({ baseURL: google.addressOf(upstream), apiKey, fetch }).embeddingModel(model);
    },
    address: google.addressOf(upstream),
    secrets: google.secretsOf(upstream),
    groups: { textsPerRequest: 100, requestsAtATime: 2 },
    options: { google: { ...(dimensions !== undefined && { outputDimensionality: dimensions }) } },
  };
}

function lengthOption(model: string, dimensions: number | undefined): Record<string, number> {
  if (dimensions === undefined) return {};
  const known = LENGTHS.find((entry) => entry.model.test(model));
  if (!known) throw invalidField(['dimensions'], 'Not available with this model');
  const lengths: readonly number[] = known.lengths;
  if (!lengths.includes(dimensions)) {
    throw invalidField(['dimensions'], `Must be one of ${lengths.join(', ')} for this model`, 'invalid_value');
  }
  return { [known.option]: dimensions };
}
