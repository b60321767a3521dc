import { z } from 'zod';
import { DAY_MS, SECOND_MS } from '../../../core/time';
import type { Deprecation, ModelBase } from '../../model-base';
import { PRIVACIES, TRAITS } from '../../values';

/**
 * A model id: letters, digits, and `. _ - /`; never a colon, which starts a suffix
 * (docs/api-rules.md, "Model suffixes").
 */
export const MODEL_ID = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,127}$/;

/** A problem in an entry: its path within the entry, and what would be right. */
export type EntryProblem = { path: PropertyKey[]; text: string };

const modelId = z.string().regex(MODEL_ID, {
  error: 'is not a model id; use letters, digits, ".", "_", "-" and "/", no ":"',
});

const upstreamEntry = z.strictObject({
  provider: z.string(),
  model: z.string().min(1),
  weight: z.number().min(0).max(1_000_000).default(1),
});

const day = z.iso.date({ error: 'is not a date; write it like "2026-01-31"' });

const deprecationEntry = z.strictObject({
  date: day,
  removes_at: day.optional(),
  starts_at: day.optional(),
  replacement: modelId.optional(),
  remap: z.boolean().default(false),
});

const country = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: 'is not a country code; use two letters of ISO 3166-1, like CH' });

/** The members of every entry of `models`, in addition to those of its type. */
export const baseMembers = {
  id: modelId,
  name: z.string().min(1).max(200).optional(),
  description: z.string().max(2_000).default(''),
  source: z.string().max(500).default(''),
  created: day.optional(),
  privacy: z.enum(PRIVACIES).default('private'),
  pro: z.boolean().default(false),
  beta: z.boolean().default(false),
  beta_model: z.boolean().default(false),
  offline: z.boolean().default(false),
  uncensored: z.boolean().default(false),
  regions: z.array(country).min(1).max(250).optional(),
  discount: z.number().gt(0).lt(1).optional(),
  upstreams: z.array(upstreamEntry).min(1).max(32),
  deprecation: deprecationEntry.optional(),
};
type BaseEntry = z.output<z.ZodObject<typeof baseMembers>>;

/** Traits of all types except text and inpaint (docs/api-rules.md, "Traits and aliases"). */
export const mediaTraits = z.array(z.enum(TRAITS.media)).default([]);

/** How the members of every entry are written, by name. */
export const BASE_EXAMPLES: Record<string, string> = {
  type: 'text',
  id: 'big',
  name: 'Big',
  description: '"Small general model."',
  source: '"https://example.org/big"',
  created: '2026-01-31',
  privacy: 'private',
  pro: 'true',
  beta: 'true',
  beta_model: 'true',
  offline: 'true',
  uncensored: 'true',
  regions: '[CH, DE]',
  discount: '0.1',
  upstreams: '[{ provider: lab, model: org/big }]',
  provider: 'lab',
  model: 'org/big',
  weight: '1',
  traits: '[default]',
  deprecation: '{ date: 2026-12-31, replacement: big, remap: true }',
  date: '2026-12-31',
  removes_at: '2027-01-10',
  starts_at: '2026-12-20',
  replacement: 'big',
  remap: 'true',
};

/** The part of an entry that all models share. */
export function readBase(entry: BaseEntry & { traits: string[] }): ModelBase {
  const { beta, beta_model: betaModel, offline, uncensored, regions, discount } = entry;
  return {
    id: entry.id,
    name: entry.name ?? entry.id,
    description: entry.description,
    createdSeconds: entry.created === undefined ? 0 : secondsOf(entry.created),
    source: entry.source,
    privacy: entry.privacy,
    traits: entry.traits,
    upstreams: entry.upstreams,
    proOnly: entry.pro,
    ...(entry.deprecation && { deprecation: readDeprecation(entry.deprecation) }),
    ...(beta && { beta }),
    ...(betaModel && { betaModel }),
    ...(offline && { offline }),
    ...(uncensored && { uncensored }),
    ...(regions && { regions }),
    ...(discount !== undefined && { discount }),
  };
}

/** Reports a default that is not among the choices. @param list name of the member with the choices */
export function notAmong(
  member: string,
  value: string | number | undefined,
  list: string,
  choices: readonly (string | number)[],
): EntryProblem[] {
  if (value === undefined || choices.includes(value)) return [];
  const advice = choices.length === 0 ? `add ${list}, or remove it` : `name one of: ${choices.join(', ')}`;
  return [{ path: [member], text: `${JSON.stringify(value)} is not among its ${list}; ${advice}` }];
}

function readDeprecation(entry: z.output<typeof deprecationEntry>): Deprecation {
  const { date, removes_at: removesAt = date, starts_at: startsAt, replacement, remap } = entry;
  return {
    dateMs: Date.parse(date),
    removesAtMs: Date.parse(removesAt),
    autoRemap: remap,
    ...(startsAt !== undefined && { startsAtMs: Date.parse(startsAt) }),
    ...(replacement !== undefined && { replacement }),
  };
}

/** `2026-01-31` → Unix seconds of its midnight in UTC. */
function secondsOf(date: string): number {
  return Math.floor(Date.parse(date) / DAY_MS) * (DAY_MS / SECOND_MS);
}
