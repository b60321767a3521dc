import { z } from 'zod';
import { MINUTE_MS } from '../../../core/time';
import type { CarriedEmbeddingFields } from '../../kit/embeddings/fields';
import { type EmbeddedGroup, embedInGroups } from '../../kit/embeddings/embed-in-groups';
import { askJson, type ImageRequests } from '../../kit/images/ask';
import { inferenceFailed, mapRefusal } from '../../kit/map-error';
import type { TextEmbedder } from '../../spec';
import { refusalOf } from '../answer/read-refusal';
import { WireError } from '../answer/wire-error';
import { addressOf, headersOf, identityOf, kindOf, type OpenAiCompatible, type ServerKind } from '../upstream';

/** Vectors come whole: the first byte may take this long. */
const FIRST_BYTE_MS = 2 * MINUTE_MS;
const BYTES_PER_FLOAT = 4;
const GROUPS = { textsPerRequest: 256, requestsAtATime: 2 };

/** Servers that can send vectors as base64, which is a third as long; the others might refuse to. */
const WITH_BASE64: readonly ServerKind[] = ['openai', 'openrouter', 'vllm', 'llama.cpp'];

/** What carries each field (docs/fields.md, "Embeddings"). */
export const OPENAI_EMBEDDING_FIELDS: CarriedEmbeddingFields = {
  dimensions: '✓',
  encoding: 'base64 from OpenAI, OpenRouter, vLLM, and llama.cpp; else numbers',
  tokens: '`usage.prompt_tokens`',
  'texts per request': '256',
};

const Answer = z.object({
  data: z.array(
    z.object({
      index: z.int().nullish().catch(null),
      embedding: z.union([z.string(), z.array(z.number())]),
    }),
  ),
  usage: z
    .object({ prompt_tokens: z.number().nullish().catch(null), total_tokens: z.number().nullish().catch(null) })
    .nullish()
    .catch(null),
});

/** An error in a body of status 200. */
const Failed = z.object({ error: WireError });

/** Embeddings of an OpenAI-compatible server (`/embeddings`). @throws see `TextEmbedder` */
export function openAiCompatibleEmbedder(upstream: OpenAiCompatible): TextEmbedder {
  const url = addressOf(upstream, '/embeddings');
  const encoding = WITH_BASE64.includes(kindOf(upstream)) ? { encoding_format: 'base64' } : {};
  return (call) => {
    const { model, dimensions, account, signal } = call;
    const requests: ImageRequests = {
      identity: { ...identityOf(upstream), model },
      headers: headersOf(upstream),
      times: { firstByteMs: FIRST_BYTE_MS, ...upstream.times },
      account,
      signal,
    };
    return embedInGroups(call, GROUPS, async (texts) => {
      const body = JSON.stringify({
        model,
        input: texts,
        ...encoding,
        ...(dimensions !== undefined && { dimensions }),
      });
      return readAnswer(await askJson({ url, body }, requests), requests.identity);
    });
  };
}

function readAnswer(answer: unknown, identity: ImageRequests['identity']): EmbeddedGroup {
  const failed = Failed.safeParse(answer);
  if (failed.success) throw mapRefusal(refusalOf(failed.data.error), identity);
  const parsed = Answer.safeParse(answer);
  if (!parsed.success) throw inferenceFailed(new Error('The upstream sent no vectors.'));
  const { data, usage } = parsed.data;
  const vectors: (Float32Array | number[])[] = [];
  // A vector that comes twice leaves a gap, which counts as missing.
  for (const [at, { index, embedding }] of data.entries()) {
    vectors[index ?? at] = typeof embedding === 'string' ? fromBase64(embedding) : embedding;
  }
  if (vectors.length !== data.length || Object.keys(vectors).length !== data.length) {
    throw inferenceFailed(new Error('The upstream sent vectors with wrong positions.'));
  }
  const tokens = usage?.prompt_tokens ?? usage?.total_tokens ?? undefined;
  return { vectors, tokens };
}

/** Little-endian 32-bit floats. */
function fromBase64(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.byteLength % BYTES_PER_FLOAT !== 0) throw inferenceFailed(new Error('The upstream sent half a number.'));
  const vector = new Float32Array(bytes.byteLength / BYTES_PER_FLOAT);
  for (let at = 0; at < vector.length; at += 1) vector[at] = bytes.readFloatLE(at * BYTES_PER_FLOAT);
  return vector;
}
