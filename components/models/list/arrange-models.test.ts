import { describe, expect, it } from 'vitest';
import { MODELS } from '../test-models';
import { UNMEASURED, type Measured, type MeasuredByModel } from '../details/figures';
import { arrangeModels, countFilters, filterModels, type ModelView } from './arrange-models';

const ALL: ModelView = {
  q: '',
  type: null,
  can: [],
  privacy: null,
  context: 0,
  lasting: false,
  used: false,
  sort: 'newest',
  reversed: false,
};
const NOTHING = new Map<string, Measured>();
const found = (view: Partial<ModelView>, measured: MeasuredByModel = NOTHING) =>
  arrangeModels(MODELS, { ...ALL, ...view }, measured).map(({ id }) => id);
const figure = (value: number) => ({ value, own: false });
const usedAt = (lastUsedAt: string) => ({
  ...{ modelId: 'x', requests: 1, lastUsedAt },
  figures: { firstTokenMs: null, tokensPerSecond: null, durationMs: null, uptimePercent: null },
});
const MEASURED = new Map<string, Measured>([
  ['demo-text-s', { ...UNMEASURED, firstTokenMs: figure(300), tokensPerSecond: figure(40), uptimePercent: figure(99) }],
  ['demo-text-old', { ...UNMEASURED, firstTokenMs: figure(200), used: usedAt('2026-11-01T00:00:00Z') }],
  ['demo-image', { ...UNMEASURED, uptimePercent: figure(100), used: usedAt('2026-11-02T00:00:00Z') }],
]);

describe('what is shown', () => {
  it('is everything in its original order without filters', () => {
    expect(found({})).toEqual(MODELS.map(({ id }) => id));
  });

  it.each<[Partial<ModelView>, string[]]>([
    [{ q: 'OLD' }, ['demo-text-old']],
    [{ q: 'general small' }, ['demo-text-s']],
    [{ q: 'transcription' }, ['demo-asr']],
    [{ q: 'structured' }, ['demo-text-s']],
    [{ q: 'function_calling_default' }, ['demo-text-s']],
    [{ q: '  ' }, MODELS.map(({ id }) => id)],
    [{ q: 'nothing like it' }, []],
    [{ type: 'image' }, ['demo-image', 'demo-image-pixels']],
    [{ can: ['tools', 'vision'] }, ['demo-text-s']],
    [{ can: ['tools', 'code'] }, []],
    [{ can: ['web'] }, ['demo-text-s', 'demo-text-old', 'demo-image']],
    [{ privacy: 'anonymized' }, ['demo-text-old']],
    [{ context: 128_000 }, ['demo-text-s']],
    [{ context: 8_000 }, ['demo-text-s', 'demo-text-old', 'demo-embed']],
    [{ type: 'text', lasting: true }, ['demo-text-s']],
  ])('%j: %j', (view, ids) => {
    expect(found(view)).toEqual(ids);
  });
});

describe('the order', () => {
  it('is by type, then by price', () => {
    const ids = found({ sort: 'price' });
    expect(ids.slice(0, 2)).toEqual(['demo-text-s', 'demo-text-old']);
    expect(ids.indexOf('demo-image-pixels')).toBeLessThan(ids.indexOf('demo-image'));
    expect(ids.at(-1)).toBe('demo-video');
  });

  it('is by context, largest first', () => {
    expect(found({ sort: 'context' }).slice(0, 3)).toEqual(['demo-text-s', 'demo-text-old', 'demo-embed']);
  });

  it('is by name', () => {
    expect(found({ sort: 'name' }).slice(0, 4)).toEqual(['demo-text-s', 'demo-asr', 'demo-edit', 'demo-embed']);
    expect(found({ sort: 'name', reversed: true })).toEqual(found({ sort: 'name' }).toReversed());
  });

  it('is by what was measured; models without a figure are last in both directions', () => {
    const first = (view: Partial<ModelView>) => found(view, MEASURED).slice(0, 2);
    expect(first({ sort: 'first' })).toEqual(['demo-text-old', 'demo-text-s']);
    expect(first({ sort: 'first', reversed: true })).toEqual(['demo-text-s', 'demo-text-old']);
    expect(first({ sort: 'uptime' })).toEqual(['demo-image', 'demo-text-s']);
    expect(first({ sort: 'used' })).toEqual(['demo-image', 'demo-text-old']);
    expect(found({ sort: 'speed', reversed: true }, MEASURED)[0]).toBe('demo-text-s');
    expect(found({ sort: 'context', reversed: true }).at(-1)).toBe(found({ sort: 'context' }).at(-1));
  });

  it('is by the price of one side, each type apart', () => {
    const texts = ['demo-text-s', 'demo-text-old'];
    for (const sort of ['input', 'output'] as const) {
      expect(new Set(found({ sort }).slice(0, 2))).toEqual(new Set(texts));
      expect(found({ sort, reversed: true }).slice(0, 2)).toEqual(found({ sort }).slice(0, 2).toReversed());
    }
  });

  it('is the oldest first', () => {
    expect(found({ reversed: true })).toEqual(MODELS.map(({ id }) => id).toReversed());
  });
});

it('counts the filters besides search, type, and order', () => {
  expect(countFilters({ ...ALL, q: 'a', type: 'text', sort: 'name' })).toBe(0);
  expect(countFilters({ ...ALL, can: ['tools', 'code'], privacy: 'private', context: 8_000, lasting: true })).toBe(5);
});

it('can be only what the visitor has used', () => {
  expect(found({ used: true }, MEASURED).toSorted()).toEqual(['demo-image', 'demo-text-old']);
  expect(found({ used: true })).toEqual([]);
  expect(countFilters({ ...ALL, used: true })).toBe(1);
});

it('counts matching models of any type', () => {
  expect(filterModels(MODELS, { ...ALL, type: 'text', q: 'demo-image' }, NOTHING)).toHaveLength(2);
});
