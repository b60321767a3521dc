import { formatCount } from '@/components/ui/show/count-text';
import type { WireModel } from '@/lib/models/contract';
import type { ModelOf } from './types';

/** One price in USD; a DIEM buys the same. `extra`: is added to another line, or buys something else than the model's own work. */
export type PriceLine = { what: string; usd: number; extra?: true };

/** The prices with the same unit. */
export type PriceGroup = { unit: string; lines: PriceLine[] };

type Pair = { usd: number };
type TextRates = { input: Pair; output: Pair; cache_input?: Pair; cache_write?: Pair };

const MILLION_TOKENS = 'per million tokens';

/** All prices of a model as in the API (docs/api-rules.md, "Model pricing"); none for videos. */
export function pricesOf(model: WireModel): PriceGroup[] {
  switch (model.type) {
    case 'text':
      return textPrices(model);
    case 'embedding':
      return [{ unit: MILLION_TOKENS, lines: [line('Input', model.model_spec.pricing.input)] }];
    case 'image': {
      const { generation, upscale } = model.model_spec.pricing;
      const any = generation ? [line('Any size', generation)] : [];
      const scales = scalePrices(upscale).map((scale) => ({ ...scale, extra: true as const }));
      return [{ unit: 'per image', lines: [...any, ...sizePrices(model.model_spec.pricing), ...scales] }];
    }
    case 'upscale': {
      const { generation, upscale } = model.model_spec.pricing;
      return [{ unit: 'per image', lines: [line('One image', generation), ...scalePrices(upscale)] }];
    }
    case 'inpaint':
      return [{ unit: 'per edit', lines: editPrices(model) }];
    case 'tts':
      return [{ unit: 'per million characters', lines: [line('Text', model.model_spec.pricing.input)] }];
    case 'asr':
      return [{ unit: 'per second of audio', lines: [line('Audio', model.model_spec.pricing.per_audio_second)] }];
    case 'music':
      return musicPrices(model);
    case 'video':
      return [];
  }
}

/** The lowest price of a model that is not billed by the token, with its unit. `from`: there are others. */
export function lowestPrice(model: WireModel): { usd: number; unit: string; from: boolean } | null {
  const [group] = pricesOf(model);
  if (!group) return null;
  const amounts = group.lines.filter(({ extra }) => !extra).map(({ usd }) => usd);
  return { usd: Math.min(...amounts), unit: group.unit, from: new Set(amounts).size > 1 };
}

/**
 * The price that models of one type are sorted by: for text a million input plus a million output tokens, otherwise the
 * lowest price.
 */
export function comparedPrice(model: WireModel): number {
  if (model.type !== 'text') return lowestPrice(model)?.usd ?? Infinity;
  const { input, output } = model.model_spec.pricing;
  return input.usd + output.usd;
}

function textPrices({ model_spec: { pricing } }: ModelOf<'text'>): PriceGroup[] {
  const { extended } = pricing;
  const base = { unit: MILLION_TOKENS, lines: tokenPrices(pricing) };
  if (!extended) return [base];
  const above = formatCount(extended.context_token_threshold);
  return [base, { unit: `${MILLION_TOKENS}, prompts over ${above}`, lines: tokenPrices(extended) }];
}

function tokenPrices({ input, output, cache_input: read, cache_write: write }: TextRates): PriceLine[] {
  return [
    line('Input', input),
    line('Output', output),
    ...(read ? [line('Cached input', read)] : []),
    ...(write ? [line('Cache write', write)] : []),
  ];
}

function editPrices({ model_spec: { pricing } }: ModelOf<'inpaint'>): PriceLine[] {
  const { inpaint, inputImages, background_removal: removal } = pricing;
  const further = inputImages
    ? [{ ...line(`Each input image after ${inputImages.included}`, inputImages.additional), extra: true as const }]
    : [];
  const backgrounds = removal ? [{ ...line('Background removal', removal), extra: true as const }] : [];
  return [line('One edit', inpaint), ...sizePrices(pricing), ...further, ...backgrounds];
}

/** By resolution, and by resolution and quality. */
function sizePrices({
  resolutions = {},
  quality = {},
}: Pick<ModelOf<'image'>['model_spec']['pricing'], 'resolutions' | 'quality'>): PriceLine[] {
  return [
    ...Object.entries(resolutions).map(([size, pair]) => line(size, pair)),
    ...Object.entries(quality).flatMap(([size, { low, medium, high }]) =>
      Object.entries({ low, medium, high }).flatMap(([name, pair]) => (pair ? [line(`${size}, ${name}`, pair)] : [])),
    ),
  ];
}

function scalePrices(pairs: { '2x': Pair; '4x': Pair }): PriceLine[] {
  return [line('Upscaled 2×', pairs['2x']), line('Upscaled 4×', pairs['4x'])];
}

function musicPrices({ model_spec: { pricing } }: ModelOf<'music'>): PriceGroup[] {
  const { generation, durations = {}, per_second: second, per_thousand_characters: characters } = pricing;
  const tiers = Object.values(durations).map((tier) => line(`${tier.min_seconds} to ${tier.max_seconds} s`, tier));
  const job = [...(generation ? [line('Any length', generation)] : []), ...tiers];
  return [
    ...(job.length > 0 ? [{ unit: 'per piece', lines: job }] : []),
    ...(second ? [{ unit: 'per second of music', lines: [line('Music', second)] }] : []),
    ...(characters ? [{ unit: 'per thousand characters', lines: [line('Prompt', characters)] }] : []),
  ];
}

const line = (what: string, { usd }: Pair): PriceLine => ({ what, usd });
