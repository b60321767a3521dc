import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isApiError } from '../../core/errors';
import type { Bill } from '../../ledger/types';
import {
  readSpeechPrice,
  readTranscriptionPrice,
  speechParts,
  SpeechPriceLayout,
  speechPricing,
  transcriptionParts,
  TranscriptionPriceLayout,
  transcriptionPricing,
} from './audio';
import { billOf, maximumNano, secondsPart, type BillPart } from './bill';
import { embeddingParts, EmbeddingPriceLayout, embeddingPricing, readEmbeddingPrice } from './embedding';
import { extraParts } from './extras';
import {
  imageParts,
  ImagePriceLayout,
  imagePricing,
  backgroundRemovalParts,
  inpaintParts,
  InpaintPriceLayout,
  inpaintPricing,
  readImagePrice,
  readInpaintPrice,
  readUpscalePrice,
  upscaleParts,
  UpscalePriceLayout,
  upscalePricing,
} from './image';
import { LINE_KINDS } from './kinds';
import { musicParts, MusicPriceLayout, musicPricing, readMusicPrice, type MusicPrice } from './music';
import { affordableCompletionTokens, textMaximumNano, textParts } from './text';
import {
  EmbeddingPricing,
  ImagePricing,
  InpaintPricing,
  MusicPricing,
  SpeechPricing,
  TranscriptionPricing,
  UpscalePricing,
} from './wire';

/** The price of a model of each family, and the parts of a usage of it: `size` is what a hold limits. */
const rate = fc.bigInt({ min: 0n, max: 100_000_000_000_000n });
const size = fc.nat({ max: 5_000_000 });
const seconds = fc.integer({ min: 1, max: 100_000_000 }).map((milliseconds) => milliseconds / 1_000);
const FAMILIES: Record<string, fc.Arbitrary<(size: number) => BillPart[]>> = {
  embedding: rate.map(
    (inputNanoUsd) => (promptTokens: number) => embeddingParts({ inputNanoUsd, outputNanoUsd: 7n }, { promptTokens }),
  ),
  image: rate.map(
    (generationNanoUsd) => (images: number) =>
      imageParts({ generationNanoUsd, upscale: { twofoldNanoUsd: 1n, fourfoldNanoUsd: 2n } }, { images }),
  ),
  upscale: rate.map(
    (nanoUsd) => (images: number) =>
      upscaleParts({ upscale: { twofoldNanoUsd: nanoUsd, fourfoldNanoUsd: nanoUsd * 2n } }, { images, scale: 4 }),
  ),
  inpaint: fc.tuple(rate, rate, fc.nat({ max: 20 })).map(
    ([inpaintNanoUsd, additionalNanoUsd, included]) =>
      (inputImages: number) =>
        inpaintParts({ inpaintNanoUsd, inputImages: { included, additionalNanoUsd } }, { inputImages }),
  ),
  speech: rate.map((inputNanoUsd) => (characters: number) => speechParts({ inputNanoUsd }, { characters })),
  transcription: rate.map(
    (perAudioSecondNanoUsd) => (milliseconds: number) =>
      transcriptionParts({ perAudioSecondNanoUsd }, { audioSeconds: milliseconds / 1_000 }),
  ),
  'music by the second': rate.map(
    (nanoUsd) => (milliseconds: number) =>
      musicParts({ per: 'second', nanoUsd }, { durationSeconds: (milliseconds + 1) / 1_000 }),
  ),
  'music by the character': rate.map(
    (nanoUsd) => (characters: number) =>
      musicParts({ per: 'thousand_characters', nanoUsd }, { characters: characters + 1 }),
  ),
  extras: fc.tuple(size, size).map(
    ([scrape, results]) =>
      (search: number) =>
        extraParts({ search, scrape, search_result: results, text_parser: 1, prompt_enhancement: 1 }),
  ),
};
const anyFamily = fc.oneof(...Object.values(FAMILIES));

/** The expected cost: every line's units × rate as a fraction of nano-USD, summed and rounded up once. */
function expectedCost(bill: Bill): bigint {
  const billionths = bill.lines.reduce((sum, { kind, units, rateNano }) => {
    const unitsPer = BigInt(LINE_KINDS[kind]?.unitsPer ?? 0);
    return sum + (BigInt(Math.round(units * 1_000)) * rateNano * 1_000_000n) / unitsPer;
  }, 0n);
  return (billionths + 999_999_999n) / 1_000_000_000n;
}

const sumOfLines = (bill: Bill) => bill.lines.reduce((sum, line) => sum + line.costNano, 0n);

/** The field and text of a refusal. */
function refusalOf(work: () => unknown): string {
  try {
    work();
  } catch (thrown) {
    if (!isApiError(thrown)) throw thrown;
    expect([thrown.code, thrown.status]).toEqual(['INVALID_REQUEST', 400]);
    const issue = thrown.options.issues?.[0];
    return `${issue?.path.join('.')}: ${issue?.message}`;
  }
  throw new Error('Nothing was refused.');
}

describe('a bill of any parts', () => {
  it('has lines that sum to the cost, which is the exact sum rounded up once', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyFamily, size), { maxLength: 6 }), (drawn) => {
        const bill = billOf(drawn.flatMap(([family, used]) => family(used)));
        expect(sumOfLines(bill)).toBe(bill.costNano);
        expect(bill.costNano).toBe(expectedCost(bill));
        expect(bill.lines.every((line) => line.units > 0 && line.costNano >= 0n)).toBe(true);
      }),
    );
  });

  it.each(Object.entries(FAMILIES))('stays within the maximum: %s', (_name, family) => {
    fc.assert(
      fc.property(family, size, size, (partsOf, one, other) => {
        const bill = billOf(partsOf(Math.min(one, other)));
        expect(bill.costNano <= maximumNano(partsOf(Math.max(one, other)))).toBe(true);
      }),
    );
  });

  it('rounds text and extras together once, and fits into a hold of both', () => {
    const price = { inputNanoUsd: 1n, outputNanoUsd: 1n };
    const text = textParts(price, { promptTokens: 1, completionTokens: 1 });
    const bill = billOf([...text, ...extraParts({ search: 1, scrape: 2 })], true);
    expect(bill).toEqual({
      costNano: 30_000_001n,
      lines: [
        { kind: 'input', units: 1, rateNano: 1n, costNano: 0n },
        { kind: 'output', units: 1, rateNano: 1n, costNano: 0n },
        { kind: 'search', units: 1, rateNano: 10_000_000n, costNano: 10_000_000n },
        { kind: 'scrape', units: 2, rateNano: 10_000_000n, costNano: 20_000_001n },
      ],
      estimated: true,
    });
    const extras = maximumNano(extraParts({ search: 1, scrape: 2 }));
    expect(bill.costNano <= textMaximumNano(price, 1, 1) + extras).toBe(true);
    expect(affordableCompletionTokens(price, 30_000_001n - extras, 1)).toBe(999_999);
  });

  it('is free if nothing was used', () => {
    expect(billOf(extraParts({}))).toEqual({ costNano: 0n, lines: [], estimated: false });
    expect(maximumNano([])).toBe(0n);
  });

  it('survives invalid values', () => {
    for (const nonsense of [Number.NaN, -1, 0]) {
      expect(billOf(speechParts({ inputNanoUsd: 5n }, { characters: nonsense })).lines).toEqual([]);
      expect(billOf(transcriptionParts({ perAudioSecondNanoUsd: 5n }, { audioSeconds: nonsense })).lines).toEqual([]);
    }
  });
});

describe('seconds', () => {
  it('are exact to the millisecond', () => {
    // 2.007 × 1,000 is 2,007.0000000000002 as a number.
    expect(billOf([secondsPart('audio_seconds', 2.007, 1_000n)])).toMatchObject({
      costNano: 2_007n,
      lines: [{ units: 2.007, rateNano: 1_000n }],
    });
    fc.assert(
      fc.property(seconds, rate, (length, perSecond) => {
        const { costNano } = billOf([secondsPart('second', length, perSecond)]);
        const milliseconds = BigInt(length.toFixed(3).replace('.', ''));
        expect(costNano).toBe((milliseconds * perSecond + 999n) / 1_000n);
      }),
    );
  });

  it('are rounded up to whole milliseconds, so that nothing above zero is free', () => {
    // Any price above zero; the fraction of a millisecond is far above floating-point noise.
    const charged = rate.filter((perSecond) => perSecond > 0n);
    const part = fc.double({ min: 0.000_01, max: 0.999_99, noNaN: true });
    fc.assert(
      fc.property(fc.nat({ max: 100_000_000 }), part, charged, (whole, fraction, perSecond) => {
        const bill = billOf([secondsPart('second', (whole + fraction) / 1_000, perSecond)]);
        expect(bill).toEqual(billOf([secondsPart('second', (whole + 1) / 1_000, perSecond)]));
        expect(bill.lines).toMatchObject([{ units: (whole + 1) / 1_000 }]);
        expect(bill.costNano > 0n).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.double({ min: Number.MIN_VALUE, noNaN: true }), charged, (length, perSecond) => {
        expect(billOf([secondsPart('audio_seconds', length, perSecond)]).costNano > 0n).toBe(true);
      }),
    );
    expect(billOf([secondsPart('audio_seconds', 0.000_4, 1_000n)])).toMatchObject({
      costNano: 1n,
      lines: [{ units: 0.001 }],
    });
  });

  it('never cost less for more, so that a hold covers them', () => {
    const length = fc.double({ min: 0, max: 1_000_000, noNaN: true });
    fc.assert(
      fc.property(length, length, rate, (one, other, perSecond) => {
        const costOf = (seconds: number) => maximumNano([secondsPart('second', seconds, perSecond)]);
        expect(costOf(Math.min(one, other)) <= costOf(Math.max(one, other))).toBe(true);
      }),
    );
  });
});

describe('prices by size', () => {
  const price = readImagePrice(
    ImagePriceLayout.parse({
      resolutions: { '1K': '0.02', '2K': '0.04', '4K': '0.08' },
      quality: { '1K': { low: '0.01', high: '0.03' }, '2K': { medium: '0.05' } },
      upscale: { '2x': '0.02', '4x': '0.08' },
    }),
  );
  const one = readImagePrice(
    ImagePriceLayout.parse({
      generation: '0.01',
      quality: { '1K': { low: '0.005', high: '0.03' } },
      upscale: { '2x': '0.02', '4x': '0.08' },
    }),
  );
  const flat = readImagePrice(ImagePriceLayout.parse({ generation: '0.01', upscale: { '2x': '0', '4x': '0' } }));

  it.each([
    [price, { resolution: '2K' }, 40_000_000n],
    [price, { resolution: '1K', quality: 'high' }, 30_000_000n],
    [price, { resolution: '1K' }, 20_000_000n],
    [price, { resolution: '4K', quality: 'high' }, 80_000_000n],
    [one, {}, 10_000_000n],
    [one, { quality: 'low' }, 5_000_000n],
    [flat, { resolution: '9K', quality: 'best' }, 10_000_000n],
  ])('%#: the rate of %o', (which, choice, rateNano) => {
    expect(billOf(imageParts(which, { images: 2, ...choice }))).toEqual({
      costNano: 2n * rateNano,
      lines: [{ kind: 'image', units: 2, rateNano, costNano: 2n * rateNano }],
      estimated: false,
    });
  });

  it.each([
    [price, {}, 'resolution: Must be one of: 1K, 2K, 4K'],
    [price, { quality: 'low' }, 'resolution: Must be one of: 1K, 2K, 4K'],
    [price, { resolution: '8K' }, 'resolution: Must be one of: 1K, 2K, 4K'],
    [price, { resolution: '8K', quality: 'high' }, 'resolution: Must be one of: 1K, 2K, 4K'],
    [price, { resolution: 'constructor' }, 'resolution: Must be one of: 1K, 2K, 4K'],
    [price, { resolution: '1K', quality: 'medium' }, 'quality: Must be one of: low, high'],
    [one, { resolution: '2K', quality: 'low' }, 'resolution: Must be one of: 1K'],
    [one, { quality: 'toString' }, 'quality: Must be one of: low, high'],
  ])('%#: refuses %o', (which, choice, refusal) => {
    expect(refusalOf(() => imageParts(which, { images: 1, ...choice }))).toBe(refusal);
  });

  it('upscales at two scales', () => {
    expect(billOf(upscaleParts(price, { images: 1, scale: 2 })).costNano).toBe(20_000_000n);
    expect(billOf(upscaleParts(price, { images: 1, scale: 4 })).costNano).toBe(80_000_000n);
    expect(refusalOf(() => upscaleParts(price, { images: 1, scale: 3 }))).toBe('scale: Must be 2 or 4');
  });

  it('charges an edit for its size and for input images beyond the included ones', () => {
    const edit = readInpaintPrice(
      InpaintPriceLayout.parse({
        inpaint: '0.05',
        resolutions: { '2K': '0.10', '4K': '0.20' },
        input_images: { included: 1, additional: '0.01' },
      }),
    );
    expect(billOf(inpaintParts(edit, { resolution: '2K', inputImages: 3 })).lines).toEqual([
      { kind: 'edit', units: 1, rateNano: 100_000_000n, costNano: 100_000_000n },
      { kind: 'edit_input_image', units: 2, rateNano: 10_000_000n, costNano: 20_000_000n },
    ]);
    expect(billOf(inpaintParts(edit, { inputImages: 1 })).costNano).toBe(50_000_000n);
    expect(refusalOf(() => inpaintParts(edit, { resolution: '1K', inputImages: 1 }))).toBe(
      'resolution: Must be one of: 2K, 4K',
    );
  });

  it('charges for removing a background what the file says, or the usual price', () => {
    const priceOf = (entry: object) => readInpaintPrice(InpaintPriceLayout.parse({ inpaint: '0.05', ...entry }));
    expect(billOf(backgroundRemovalParts(priceOf({}))).costNano).toBe(10_000_000n);
    const own = priceOf({ background_removal: '0.003' });
    expect(billOf(backgroundRemovalParts(own)).lines).toEqual([
      { kind: 'background_removal', units: 1, rateNano: 3_000_000n, costNano: 3_000_000n },
    ]);
    expect(inpaintPricing(own)).toEqual({
      inpaint: { usd: 0.05, diem: 0.05 },
      background_removal: { usd: 0.003, diem: 0.003 },
    });
  });
});

describe('prices of music', () => {
  const tiers = readMusicPrice(
    MusicPriceLayout.parse({
      durations: {
        '120': { price: '0.20', min_seconds: 61, max_seconds: 120 },
        '60': { price: '0.10', min_seconds: 1, max_seconds: 60 },
      },
    }),
  );
  const costOf = (price: MusicPrice, usage: Parameters<typeof musicParts>[1]) => billOf(musicParts(price, usage));

  it('is per job, duration tier, second, or thousand characters', () => {
    expect(costOf({ per: 'generation', nanoUsd: 7n }, {})).toMatchObject({ costNano: 7n, lines: [{ kind: 'job' }] });
    expect(costOf(tiers, { durationSeconds: 60 }).costNano).toBe(100_000_000n);
    expect(costOf(tiers, { durationSeconds: 61 }).costNano).toBe(200_000_000n);
    expect(costOf({ per: 'second', nanoUsd: 3n }, { durationSeconds: 10.5 }).costNano).toBe(32n);
    expect(costOf({ per: 'thousand_characters', nanoUsd: 9n }, { characters: 1_500 })).toEqual({
      costNano: 14n,
      lines: [{ kind: 'characters', units: 1_500, rateNano: 9_000n, costNano: 14n }],
      estimated: false,
    });
  });

  it.each<[MusicPrice, Parameters<typeof musicParts>[1], string]>([
    [tiers, { durationSeconds: 121 }, 'duration_seconds: Must be within one of these ranges, in seconds: 1–60, 61–120'],
    [tiers, {}, 'duration_seconds: Must be within one of these ranges, in seconds: 1–60, 61–120'],
    [{ per: 'second', nanoUsd: 1n }, {}, 'duration_seconds: Must be above 0: this model is priced by it'],
    [
      { per: 'thousand_characters', nanoUsd: 1n },
      { characters: 0 },
      'character_count: Must be above 0: this model is priced by it',
    ],
  ])('%#: refuses usage without a price', (price, usage, refusal) => {
    expect(refusalOf(() => musicParts(price, usage))).toBe(refusal);
  });
});

describe('the layouts of the service file and the wire', () => {
  const pair = (usd: number) => ({ usd, diem: usd });
  const upscale = { '2x': '0.02', '4x': '0.08' };
  const upscalePairs = { '2x': pair(0.02), '4x': pair(0.08) };
  const cases = {
    embedding: [
      EmbeddingPricing.parse(
        embeddingPricing(readEmbeddingPrice(EmbeddingPriceLayout.parse({ input: '0.15', output: '0.6' }))),
      ),
      { input: pair(0.15), output: pair(0.6) },
    ],
    image: [
      ImagePricing.parse(
        imagePricing(
          readImagePrice(
            ImagePriceLayout.parse({ resolutions: { '1K': '0.1' }, quality: { '1K': { low: '0.05' } }, upscale }),
          ),
        ),
      ),
      { resolutions: { '1K': pair(0.1) }, quality: { '1K': { low: pair(0.05) } }, upscale: upscalePairs },
    ],
    'image with a single price': [
      ImagePricing.parse(imagePricing(readImagePrice(ImagePriceLayout.parse({ generation: '0.1', upscale })))),
      { generation: pair(0.1), upscale: upscalePairs },
    ],
    upscale: [
      UpscalePricing.parse(upscalePricing(readUpscalePrice(UpscalePriceLayout.parse({ generation: '0.01', upscale })))),
      { generation: pair(0.01), upscale: upscalePairs },
    ],
    inpaint: [
      InpaintPricing.parse(
        inpaintPricing(
          readInpaintPrice(
            InpaintPriceLayout.parse({ inpaint: '0.05', input_images: { included: 1, additional: '0.01' } }),
          ),
        ),
      ),
      { inpaint: pair(0.05), inputImages: { included: 1, additional: pair(0.01) } },
    ],
    speech: [
      SpeechPricing.parse(speechPricing(readSpeechPrice(SpeechPriceLayout.parse({ input: '15' })))),
      { input: pair(15) },
    ],
    transcription: [
      TranscriptionPricing.parse(
        transcriptionPricing(readTranscriptionPrice(TranscriptionPriceLayout.parse({ per_audio_second: '0.0001' }))),
      ),
      { per_audio_second: pair(0.0001) },
    ],
    'music by duration': [
      MusicPricing.parse(
        musicPricing(
          readMusicPrice(
            MusicPriceLayout.parse({ durations: { '60': { price: '0.1', min_seconds: 1, max_seconds: 60 } } }),
          ),
        ),
      ),
      { durations: { '60': { ...pair(0.1), min_seconds: 1, max_seconds: 60 } } },
    ],
    ...Object.fromEntries(
      ['generation', 'per_second', 'per_thousand_characters'].map((member) => [
        `music ${member}`,
        [
          MusicPricing.parse(musicPricing(readMusicPrice(MusicPriceLayout.parse({ [member]: '0.5' })))),
          { [member]: pair(0.5) },
        ],
      ]),
    ),
  };

  it.each(Object.entries(cases))('agree: %s', (_family, [wire, expected]) => {
    expect(wire).toEqual(expected);
  });

  it.each([
    [ImagePriceLayout, { upscale }, 'must have either generation or resolutions'],
    [ImagePriceLayout, { generation: '1', resolutions: { '1K': '1' }, upscale }, 'must have either'],
    [ImagePriceLayout, { resolutions: {}, upscale }, 'must name at least one price'],
    [ImagePriceLayout, { generation: '1', quality: { '1K': {} }, upscale }, 'must name at least one price'],
    [ImagePriceLayout, { resolutions: { 'a b': '1' }, upscale }, 'is not a resolution'],
    [ImagePriceLayout, { generation: '1', upscale: { ...upscale, '8x': '1' } }, 'Unrecognized key'],
    [InpaintPriceLayout, { inpaint: 0.05 }, 'expected string'],
    [TranscriptionPriceLayout, { per_audio_second: '1e-4' }, 'is not a decimal amount'],
    [MusicPriceLayout, {}, 'must have exactly one of'],
    [MusicPriceLayout, { generation: '1', per_second: '1' }, 'must have exactly one of'],
    [MusicPriceLayout, { durations: {} }, 'must name at least one duration'],
    [MusicPriceLayout, { durations: { '60': { price: '1', min_seconds: 61, max_seconds: 60 } } }, 'min_seconds'],
    [
      MusicPriceLayout,
      {
        durations: {
          '60': { price: '1', min_seconds: 1, max_seconds: 60 },
          '90': { price: '1', min_seconds: 60, max_seconds: 90 },
        },
      },
      'do not overlap',
    ],
  ])('%#: a mistake is reported', (layout, entry, message) => {
    expect(JSON.stringify(layout.safeParse(entry).error?.issues)).toContain(message);
  });
});
