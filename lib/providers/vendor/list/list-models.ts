import { z } from 'zod';
import { clock } from '../../../platform/clock';
import { upstreamFetch } from '../../../platform/fetch';
import { fetchFailure } from '../../../platform/network/fetch-failure';
import { listRefused, refusedStatus } from '../../kit/list-refused';
import type { UpstreamModel } from '../../spec';
import { amazonBedrock } from '../kinds/amazon-bedrock';
import { anthropic } from '../kinds/anthropic';
import { google } from '../kinds/google';
import type { VendorUpstream } from '../vendor';
import { signAwsRequest } from './sign-aws';

const MAX_LIST_BYTES = 16_000_000;
const LIST_MS = 15_000;
/** Of one list; a vendor has some hundred models. */
const MAX_PAGES = 10;
const PAGE_MODELS = 1_000;
const MAX_MODELS = 5_000;
const MAX_ID_CHARACTERS = 300;

const Text = z.string().nullish().catch(null);
const Count = z.number().int().positive().nullish().catch(null);

/** A list of which unreadable entries are left out: one odd model must not hide the others. */
const listOf = <T>(entry: z.ZodType<T>) =>
  z.array(z.unknown()).transform((entries) =>
    entries.flatMap((one) => {
      const read = entry.safeParse(one);
      return read.success ? [read.data] : [];
    }),
  );
/** The same where an absent or null list is an empty one. */
const optionalListOf = <T>(entry: z.ZodType<T>) => listOf(entry).nullish();
const Texts = z.array(z.string()).nullish().catch(null);
/** The vendor's name of a model. */
const Id = z.string().min(1).max(MAX_ID_CHARACTERS);

const AnthropicPage = z.object({
  data: listOf(z.object({ id: Id, display_name: Text, created_at: Text })).nullable(),
  has_more: z.boolean().nullish().catch(null),
  last_id: Text,
});
const GooglePage = z.object({
  models: optionalListOf(
    z.object({
      name: Id,
      displayName: Text,
      inputTokenLimit: Count,
      outputTokenLimit: Count,
      supportedGenerationMethods: Texts,
    }),
  ),
  nextPageToken: Text,
});
const BedrockModels = z.object({
  modelSummaries: optionalListOf(
    z.object({
      modelId: Id,
      modelName: Text,
      providerName: Text,
      inputModalities: Texts,
      outputModalities: Texts,
      inferenceTypesSupported: Texts,
    }),
  ),
});
const BedrockProfiles = z.object({
  inferenceProfileSummaries: optionalListOf(
    z.object({ inferenceProfileId: Id, inferenceProfileName: Text, status: Text }),
  ),
  nextToken: Text,
});

/**
 * The models that a vendor lists for the operator's key.
 * @throws FetchFailure if it cannot be reached, refuses, or its answer is not a list
 */
export async function listVendorModels(upstream: VendorUpstream, signal: AbortSignal): Promise<UpstreamModel[]> {
  const models = await listKind(upstream, signal);
  return models.slice(0, MAX_MODELS);
}

function listKind(upstream: VendorUpstream, signal: AbortSignal): Promise<UpstreamModel[]> {
  switch (upstream.kind) {
    case 'anthropic':
      return listAnthropic(upstream, signal);
    case 'google':
      return listGoogle(upstream, signal);
    case 'amazon-bedrock':
      return listBedrock(upstream, signal);
    case 'xai':
      return Promise.resolve([]);
  }
}

type Of<K extends VendorUpstream['kind']> = Extract<VendorUpstream, { kind: K }>;

async function listAnthropic(upstream: Of<'anthropic' | 'google'>, signal: AbortSignal): Promise<UpstreamModel[]> {
  const headers = { 'x-api-key': upstream.apiKey, 'anthropic-version': '2023-06-01' };
  const address = `${anthropic.addressOf(upstream)}/models?limit=${PAGE_MODELS}`;
  return readPages(async (after) => {
    const url = after === null ? address : `${address}&after_id=${encodeURIComponent(after)}`;
    const { data, has_more: hasMore, last_id: lastId } = await readPage(url, headers, AnthropicPage, signal);
    const models = (data ?? []).map(({ id, display_name: name, created_at: created }): UpstreamModel => {
      const createdMs = Date.parse(created ?? '');
      return {
        id,
        ...(name && { name }),
        ...(createdMs > 0 && { createdSeconds: Math.floor(createdMs / 1_000) }),
      };
    });
    return { models, next: hasMore && lastId ? lastId : null };
  });
}

async function listGoogle(upstream: Of<'anthropic' | 'google'>, signal: AbortSignal): Promise<UpstreamModel[]> {
  const headers = { 'x-goog-api-key': upstream.apiKey };
  const address = `${google.addressOf(upstream)}/models?pageSize=${PAGE_MODELS}`;
  return readPages(async (after) => {
    const url = after === null ? address : `${address}&pageToken=${encodeURIComponent(after)}`;
    const { models: listed, nextPageToken } = await readPage(url, headers, GooglePage, signal);
    const models = (listed ?? []).map(
      ({ name, displayName, inputTokenLimit, outputTokenLimit, ...rest }): UpstreamModel => {
        const isChat = rest.supportedGenerationMethods?.includes('generateContent') ?? true;
        return {
          id: name.replace(/^models\//, ''),
          ...(displayName && { name: displayName }),
          ...(inputTokenLimit && { contextTokens: inputTokenLimit }),
          ...(outputTokenLimit && { maxCompletionTokens: outputTokenLimit }),
          ...(!isChat && { kind: 'other' }),
        };
      },
    );
    return { models, next: nextPageToken ?? null };
  });
}

/** Models that can be called by their ID, and the inference profiles through which others are. */
async function listBedrock(upstream: Of<'amazon-bedrock'>, signal: AbortSignal): Promise<UpstreamModel[]> {
  // Its lists are on another host than its models.
  const address = amazonBedrock.addressOf(upstream).replace('//bedrock-runtime.', '//bedrock.');
  const read = <T>(path: string, schema: z.ZodType<T>) => {
    const url = `${address}${path}`;
    return readPage(url, bedrockHeaders(upstream, url), schema, signal);
  };
  const { modelSummaries } = await read('/foundation-models', BedrockModels);
  const callable = (modelSummaries ?? []).filter(
    ({ inferenceTypesSupported: types }) => types?.includes('ON_DEMAND') ?? true,
  );
  const models = callable.map(({ modelId, modelName, providerName, inputModalities, outputModalities }) => ({
    id: modelId,
    ...(modelName && { name: [providerName, modelName].filter(Boolean).join(' ') }),
    ...(outputModalities && { kind: outputModalities.join('+').toLowerCase() }),
    ...(inputModalities?.includes('IMAGE') && { abilities: ['tools', 'vision', 'multiple_images'] }),
  }));
  const readProfiles = readPages(async (after) => {
    const query = after === null ? '' : `&nextToken=${encodeURIComponent(after)}`;
    const page = await read(`/inference-profiles?maxResults=${PAGE_MODELS}${query}`, BedrockProfiles);
    const found = (page.inferenceProfileSummaries ?? []).filter(({ status }) => !status || status === 'ACTIVE');
    return {
      models: found.map(({ inferenceProfileId: id, inferenceProfileName: name }) => ({ id, ...(name && { name }) })),
      next: page.nextToken ?? null,
    };
  });
  // A key may be allowed to list models, and not profiles.
  const profiles = await readProfiles.catch((error: unknown) => {
    if (refusedStatus(error) === null) throw error;
    return [];
  });
  return [...profiles, ...models];
}

function bedrockHeaders({ credentials, region }: Of<'amazon-bedrock'>, url: string): Record<string, string> {
  if ('apiKey' in credentials) return { authorization: `Bearer ${credentials.apiKey}` };
  return signAwsRequest({ url, region, service: 'bedrock', atMs: clock.now() }, credentials);
}

type Page = { models: UpstreamModel[]; next: string | null };

async function readPages(read: (after: string | null) => Promise<Page>): Promise<UpstreamModel[]> {
  const models: UpstreamModel[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const found: Page = await read(after);
    models.push(...found.models);
    after = found.next;
    if (after === null) break;
  }
  return models;
}

async function readPage<T>(
  url: string,
  headers: Record<string, string>,
  schema: z.ZodType<T>,
  signal: AbortSignal,
): Promise<T> {
  const reply = await upstreamFetch({
    url,
    method: 'GET',
    headers: { ...headers, accept: 'application/json' },
    signal,
    times: { firstByteMs: LIST_MS, idleMs: LIST_MS, wholeMs: LIST_MS },
  });
  if (reply.status !== 200) {
    reply.cancel();
    throw listRefused(reply.status);
  }
  try {
    return schema.parse(JSON.parse(await reply.text(MAX_LIST_BYTES)));
  } catch (cause) {
    throw fetchFailure('cut', 'The list of models is not a list.', cause);
  }
}
