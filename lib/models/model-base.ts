import type { PRIVACIES } from './values';

/** Where a model's requests go: the id of a provider, the provider's own name of the model, and a weight. */
export type Upstream = { provider: string; model: string; weight: number };

/** A model's planned removal; times are midnights in UTC. Source: docs/api-rules.md, "Deprecation". */
export type Deprecation = {
  /** When answers start to warn of it; always if absent. */
  startsAtMs?: number;
  /** The announced date. */
  dateMs: number;
  /** From then on the model is not served. */
  removesAtMs: number;
  /** Whether calls are then remapped to the replacement; else they are refused. */
  autoRemap: boolean;
  /** Id of the model to use instead; of the same type. */
  replacement?: string;
};

/** What every model has (docs/api-rules.md, "Model object"). */
export type ModelBase = {
  id: string;
  name: string;
  description: string;
  /** Release time in Unix seconds; 0 if unknown. */
  createdSeconds: number;
  /** Web page of its weights or its maker. */
  source: string;
  privacy: (typeof PRIVACIES)[number];
  traits: string[];
  upstreams: Upstream[];
  /** Only Pro accounts may use it. */
  proOnly: boolean;
  deprecation?: Deprecation;
  /** Whether the operator marks it as experimental. */
  beta?: boolean;
  /** Whether its maker marks it as a beta version. */
  betaModel?: boolean;
  /** Set by the operator: the model is listed, but refused with MODEL_OFFLINE. */
  offline?: boolean;
  uncensored?: boolean;
  /** Countries that it may be used from, ISO 3166-1 alpha-2; everywhere if absent. */
  regions?: string[];
  /** A reseller's discount, above 0 and below 1. Only shown: prices are already what is charged. */
  discount?: number;
};
