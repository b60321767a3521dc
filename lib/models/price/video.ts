import { z } from 'zod';
import { invalidField } from '../../core/errors';
import { VIDEO_RESOLUTIONS } from '../values';
import { PriceText } from './amount';
import { secondsPart, wholePart, type BillPart } from './bill';

/**
 * Price of a video model, nano-USD per job or per second of the result. A resolution may have its own rate; requested
 * audio costs `audioNanoUsd` more per the same unit.
 */
export type VideoPrice = {
  per: 'generation' | 'second';
  nanoUsd: bigint;
  resolutions?: ReadonlyMap<string, bigint>;
  audioNanoUsd?: bigint;
};

/** What decides the price of a job: the request's choice, or the model's default. */
export type VideoUsage = { durationSeconds?: number | undefined; resolution?: string | undefined; audio: boolean };

/** Price of a video model in the service file: decimal text, USD; per `generation` or `per_second`. */
export const VideoPriceLayout = z
  .strictObject({
    generation: PriceText.optional(),
    per_second: PriceText.optional(),
    resolutions: z.partialRecord(z.enum(VIDEO_RESOLUTIONS), PriceText).optional(),
    audio: PriceText.optional(),
  })
  .refine((entry) => (entry.generation === undefined) !== (entry.per_second === undefined), {
    error: 'must have either generation or per_second',
  });

/**
 * The bill parts of a job (docs/api-rules.md, "Priced units"), known before it starts. Lists show no price of video
 * models (docs/api-rules.md, "Model pricing").
 * @throws ApiError INVALID_REQUEST if the price is per second and there is no duration
 */
export function videoParts(price: VideoPrice, usage: VideoUsage): BillPart[] {
  const ofSize = price.resolutions?.get(usage.resolution ?? '') ?? price.nanoUsd;
  const rate = usage.audio ? ofSize + (price.audioNanoUsd ?? 0n) : ofSize;
  if (price.per === 'generation') return [wholePart('job', 1, rate)];
  const { durationSeconds } = usage;
  if (durationSeconds !== undefined && durationSeconds > 0) return [secondsPart('second', durationSeconds, rate)];
  throw invalidField(['duration'], 'Must be a number of seconds: this model is priced by it');
}

/** Reads the price from the service file. */
export function readVideoPrice(entry: z.output<typeof VideoPriceLayout>): VideoPrice {
  const resolutions = Object.entries(entry.resolutions ?? {}).flatMap(([name, rate]): [string, bigint][] =>
    rate === undefined ? [] : [[name, rate]],
  );
  return {
    per: entry.generation === undefined ? 'second' : 'generation',
    nanoUsd: entry.generation ?? entry.per_second ?? 0n,
    ...(resolutions.length > 0 && { resolutions: new Map(resolutions) }),
    ...(entry.audio !== undefined && { audioNanoUsd: entry.audio }),
  };
}
