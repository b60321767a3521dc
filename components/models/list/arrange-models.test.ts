import { describe, expect, it } from 'vitest';
import { MODELS } from '../test-models';
import { arrangeModels, countFilters, filterModels, type ModelView } from './arrange-models';

const ALL: ModelView = { q: '', type: null, can: [], privacy: null, context: 0, lasting: false, sort: 'newest' };
const found = (view: Partial<ModelView>) => arrangeModels(MODELS, { ...ALL, ...view }).map(({ id }) => id);

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
  });
});

it('counts the filters besides search, type, and order', () => {
  expect(countFilters({ ...ALL, q: 'a', type: 'text', sort: 'name' })).toBe(0);
  expect(countFilters({ ...ALL, can: ['tools', 'code'], privacy: 'private', context: 8_000, lasting: true })).toBe(5);
});

it('counts matching models of any type', () => {
  expect(filterModels(MODELS, { ...ALL, type: 'text', q: 'demo-image' })).toHaveLength(2);
});
