import { DAY_MS, SECOND_MS } from '../../core/time';
import { MAX_DEFAULT_COMPLETION_TOKENS, OPENAI_SAMPLING, type Deprecation, type TextModel } from '../model';
import { readTextPrice } from '../price/text';
import type { ServiceFileLayout } from './layout';

/** A provider of the service file. */
export type ServiceProvider = { id: string; kind: 'openai-compatible'; baseUrl: string; apiKey?: string };

/** Limits of one class (contract 20): requests and tokens per minute. */
export type ServiceLimit = { requestsPerMinute: number; tokensPerMinute?: number };

/** The operator's declarative catalogue, read and checked. */
export type ServiceFile = {
  path: string;
  /** What is served beside the file's own models. */
  include: readonly ('embedded' | 'automatic')[];
  systemPrompt: string;
  providers: ServiceProvider[];
  models: TextModel[];
  /** Foreign name → model id; a target outside the file is looked up when the catalogue is built. */
  aliases: ReadonlyMap<string, string>;
  /** Tier (`standard`, `partner`) → class (`text_S`, …) → limits that replace the contract's. */
  tiers: ReadonlyMap<string, ReadonlyMap<string, ServiceLimit>>;
  /** E-mail in lower case or account id → class → limits of that account alone. */
  accounts: ReadonlyMap<string, ReadonlyMap<string, ServiceLimit>>;
};

/** Turns the checked layout into the neutral one. */
export function toServiceFile(path: string, layout: ServiceFileLayout): ServiceFile {
  return {
    path,
    include: layout.include,
    systemPrompt: layout.system_prompt,
    providers: Object.entries(layout.providers).map(([id, entry]) => ({
      id,
      kind: entry.kind,
      baseUrl: entry.base_url,
      ...(entry.api_key === undefined ? {} : { apiKey: entry.api_key }),
    })),
    models: layout.models.map(toModel),
    aliases: new Map(Object.entries(layout.aliases)),
    tiers: new Map(Object.entries(layout.tiers).map(([tier, limits]) => [tier, toLimits(limits)])),
    accounts: new Map(Object.entries(layout.accounts).map(([name, limits]) => [name.toLowerCase(), toLimits(limits)])),
  };
}

type ModelEntry = ServiceFileLayout['models'][number];

function toModel(entry: ModelEntry): TextModel {
  const maxCompletionTokens = entry.max_completion ?? entry.context;
  return {
    id: entry.id,
    type: 'text',
    name: entry.name ?? entry.id,
    description: entry.description,
    createdSeconds: entry.created === undefined ? 0 : secondsOf(entry.created),
    source: entry.source,
    privacy: entry.privacy,
    class: entry.class,
    contextTokens: entry.context,
    maxCompletionTokens,
    defaultCompletionTokens: entry.default_completion ?? Math.min(maxCompletionTokens, MAX_DEFAULT_COMPLETION_TOKENS),
    traits: entry.traits,
    abilities: entry.capabilities,
    quantization: entry.quantization,
    defaults: OPENAI_SAMPLING,
    price: readTextPrice(entry.price),
    upstreams: entry.upstreams,
    proOnly: entry.pro,
    ...(entry.deprecation && { deprecation: toDeprecation(entry.deprecation) }),
  };
}

function toDeprecation(entry: NonNullable<ModelEntry['deprecation']>): Deprecation {
  const { date, removes_at: removesAt = date, starts_at: startsAt, replacement, remap } = entry;
  return {
    dateMs: Date.parse(date),
    removesAtMs: Date.parse(removesAt),
    autoRemap: remap,
    ...(startsAt !== undefined && { startsAtMs: Date.parse(startsAt) }),
    ...(replacement !== undefined && { replacement }),
  };
}

function toLimits(
  limits: Partial<Record<string, { rpm: number; tpm?: number | undefined }>>,
): ReadonlyMap<string, ServiceLimit> {
  const map = new Map<string, ServiceLimit>();
  for (const [name, limit] of Object.entries(limits)) {
    if (!limit) continue;
    map.set(name, {
      requestsPerMinute: limit.rpm,
      ...(limit.tpm === undefined ? {} : { tokensPerMinute: limit.tpm }),
    });
  }
  return map;
}

/** `2026-01-31` → Unix seconds of its midnight in UTC. */
function secondsOf(date: string): number {
  return Math.floor(Date.parse(date) / DAY_MS) * (DAY_MS / SECOND_MS);
}
