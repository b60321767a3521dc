import type { Model } from '../model';
import { readModel } from './entry/model';
import type { ServiceFileLayout } from './layout';
import type { ServiceCharacter } from './layout/characters';
import type { SearchEngineLayout } from './layout/search';
import { readProvider, type ServiceProvider } from './provider';

/** Limits of one class (docs/api-rules.md, "Rate limits"): requests and tokens per minute. */
export type ServiceLimit = { requestsPerMinute: number; tokensPerMinute?: number };

/**
 * Words and phrases that no prompt of an image may have, and a moderation model that decides about the rest: the provider
 * that has it, and its name there, if it has several.
 */
export type ImageScreening = { words: readonly string[]; moderation?: { provider: string; model?: string } };

/** The operator's declarative catalog, read and checked. */
export type ServiceFile = {
  path: string;
  /** What is served in addition to the file's own models. */
  include: readonly ('embedded' | 'automatic')[];
  /** Empty for none. */
  systemPrompt: string;
  providers: ServiceProvider[];
  models: Model[];
  /** Alias → model id; a target outside the file is looked up when the catalog is built. */
  aliases: ReadonlyMap<string, string>;
  /** Tier (`standard`, `partner`) → class (`text_S`, …) → limits that replace the published ones. */
  tiers: ReadonlyMap<string, ReadonlyMap<string, ServiceLimit>>;
  /** Email address in lower case or account id → class → limits of that account only. */
  accounts: ReadonlyMap<string, ReadonlyMap<string, ServiceLimit>>;
  /** The service's own characters; the starter set if absent. */
  characters?: ServiceCharacter[];
  /** How prompts of images are screened; not at all if absent. */
  imageScreening?: ImageScreening;
  /** `search_provider` of requests → the engine that answers; the local index for absent ones. */
  search?: { brave?: SearchEngineLayout; google?: SearchEngineLayout };
};

/** Converts the checked layout to the neutral one. */
export function toServiceFile(path: string, layout: ServiceFileLayout): ServiceFile {
  return {
    path,
    include: layout.include,
    systemPrompt: layout.system_prompt,
    providers: Object.entries(layout.providers).map(([id, entry]) => readProvider(id, entry)),
    models: layout.models.map(readModel),
    aliases: new Map(Object.entries(layout.aliases)),
    tiers: new Map(Object.entries(layout.tiers).map(([tier, limits]) => [tier, toLimits(limits)])),
    accounts: new Map(Object.entries(layout.accounts).map(([name, limits]) => [name.toLowerCase(), toLimits(limits)])),
    ...(layout.characters && { characters: layout.characters }),
    ...(layout.image_screening && { imageScreening: layout.image_screening }),
    ...(layout.search && { search: layout.search }),
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
