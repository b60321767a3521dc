import { z } from 'zod';
import { invalidField } from '../../core/errors';
import { PriceText } from './amount';
import { secondsPart, wholePart, type BillPart } from './bill';
import { pricePair, type MusicPricing } from './wire';

/** A price for all durations between two inclusive limits. */
type DurationTier = { name: string; nanoUsd: bigint; minSeconds: number; maxSeconds: number };

/** Price of a music model: per job, duration tier, second, or thousand characters; nano-USD. */
export type MusicPrice =
  | { per: 'generation'; nanoUsd: bigint }
  | { per: 'duration'; tiers: readonly DurationTier[] }
  | { per: 'second'; nanoUsd: bigint }
  | { per: 'thousand_characters'; nanoUsd: bigint };

/** What decides the price of a job: the request's choice, or the model's default. */
export type MusicUsage = { durationSeconds?: number | undefined; characters?: number | undefined };

const MAX_SECONDS = 86_400;
/** Bill lines of characters have a rate per million. */
const THOUSANDS_PER_RATE = 1_000n;

const tier = z
  .strictObject({
    price: PriceText,
    min_seconds: z.int().min(0).max(MAX_SECONDS),
    max_seconds: z.int().min(1).max(MAX_SECONDS),
  })
  .refine((entry) => entry.min_seconds <= entry.max_seconds, { error: 'must have min_seconds up to max_seconds' });

const durations = z
  .record(z.string().regex(/^\d{1,5}$/, { error: 'is not a duration; write its seconds, like 60' }), tier)
  .refine((entries) => Object.keys(entries).length > 0, { error: 'must name at least one duration' })
  .refine((entries) => !overlaps(Object.values(entries)), { error: 'must have durations that do not overlap' });

const members = {
  generation: PriceText.optional(),
  durations: durations.optional(),
  per_second: PriceText.optional(),
  per_thousand_characters: PriceText.optional(),
};

/** Price of a music model in the service file: decimal text, USD; exactly one member. */
export const MusicPriceLayout = z
  .strictObject(members)
  .refine((entry) => Object.values(entry).filter((member) => member !== undefined).length === 1, {
    error: `must have exactly one of: ${Object.keys(members).join(', ')}`,
  });

/**
 * The bill parts of a job (docs/api-rules.md, "Priced units"), known before it starts.
 * @throws ApiError INVALID_REQUEST if what decides the price is missing, or no tier includes the duration
 */
export function musicParts(price: MusicPrice, usage: MusicUsage): BillPart[] {
  switch (price.per) {
    case 'generation':
      return [wholePart('job', 1, price.nanoUsd)];
    case 'duration':
      return [wholePart('job', 1, tierOf(price.tiers, usage.durationSeconds).nanoUsd)];
    case 'second':
      return [secondsPart('second', positive('duration_seconds', usage.durationSeconds), price.nanoUsd)];
    case 'thousand_characters': {
      const characters = positive('character_count', usage.characters);
      return [wholePart('characters', characters, price.nanoUsd * THOUSANDS_PER_RATE)];
    }
  }
}

/** Reads the price from the service file. */
export function readMusicPrice(entry: z.output<typeof MusicPriceLayout>): MusicPrice {
  if (entry.generation !== undefined) return { per: 'generation', nanoUsd: entry.generation };
  if (entry.per_second !== undefined) return { per: 'second', nanoUsd: entry.per_second };
  if (entry.per_thousand_characters !== undefined) {
    return { per: 'thousand_characters', nanoUsd: entry.per_thousand_characters };
  }
  const tiers = Object.entries(entry.durations ?? {}).map(([name, row]) => ({
    name,
    nanoUsd: row.price,
    minSeconds: row.min_seconds,
    maxSeconds: row.max_seconds,
  }));
  return { per: 'duration', tiers: tiers.sort((left, right) => left.minSeconds - right.minSeconds) };
}

/** A price in the wire layout. */
export function musicPricing(price: MusicPrice): MusicPricing {
  switch (price.per) {
    case 'generation':
      return { generation: pricePair(price.nanoUsd) };
    case 'second':
      return { per_second: pricePair(price.nanoUsd) };
    case 'thousand_characters':
      return { per_thousand_characters: pricePair(price.nanoUsd) };
    case 'duration':
      return {
        durations: Object.fromEntries(
          price.tiers.map(({ name, nanoUsd, minSeconds, maxSeconds }) => [
            name,
            { ...pricePair(nanoUsd), min_seconds: minSeconds, max_seconds: maxSeconds },
          ]),
        ),
      };
  }
}

function tierOf(tiers: readonly DurationTier[], seconds: number | undefined): DurationTier {
  const found = tiers.find((tier) => seconds !== undefined && seconds >= tier.minSeconds && seconds <= tier.maxSeconds);
  if (found) return found;
  const allowed = tiers.map(({ minSeconds, maxSeconds }) => `${minSeconds}–${maxSeconds}`).join(', ');
  throw invalidField(['duration_seconds'], `Must be within one of these ranges, in seconds: ${allowed}`);
}

/** A job of unknown length must not be free. */
function positive(field: string, value: number | undefined): number {
  if (value !== undefined && value > 0) return value;
  throw invalidField([field], 'Must be above 0: this model is priced by it');
}

function overlaps(tiers: readonly { min_seconds: number; max_seconds: number }[]): boolean {
  const sorted = [...tiers].sort((left, right) => left.min_seconds - right.min_seconds);
  return sorted.some((tier, index) => tier.min_seconds <= (sorted[index - 1]?.max_seconds ?? -1));
}
