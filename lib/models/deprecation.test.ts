import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isApiError } from '../core/errors';
import { installCatalog } from './catalog';
import { WireModel } from './contract';
import { deprecationMetadata, activeCatalogAt } from './deprecation';
import { findModel, findModelOf } from './find';
import { listAllowedModels, listCompatibilityMapping, listModels, listTraits } from './list';
import type { Catalog } from './model';
import { retrieveModel } from './retrieve';
import { embeddedListing, testCatalog } from './test-catalog';

const SMALL = embeddedListing('smollm2-135m');
const ANYBODY = { kind: 'anonymous' };
const TEXT = { type: 'text' } as const;
const at = (iso: string) => void vi.setSystemTime(iso);
const ms = Date.parse;

const model = (id: string, members = '') =>
  `  - { id: ${id}, upstreams: [{ provider: openai, model: ${id} }], price: { input: "1", output: "2" }${members && `, ${members}`} }`;
const serve = (lines: string[], rest = 'include: []'): Catalog => {
  const built = testCatalog(`${rest}\nmodels:\n${lines.join('\n')}`, { embedded: [SMALL] });
  installCatalog(built);
  return built;
};
const answer = (name: string) => findModel(name).model.id;
const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (thrown) {
    return isApiError(thrown) ? `${thrown.status} ${thrown.code}: ${thrown.message}` : String(thrown);
  }
  return 'nothing thrown';
};
const listed = () => listModels(TEXT, ANYBODY).data.map(({ id }) => id);
const traits = () => listTraits(TEXT, ANYBODY).data;
const mapping = () => listCompatibilityMapping(TEXT, ANYBODY).data;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  at('2026-12-01T12:00:00Z');
});
afterEach(() => void vi.useRealTimers());

describe('a deprecated model', () => {
  const GOING =
    'deprecation: { date: 2026-12-31, starts_at: 2026-12-20, removes_at: 2027-01-10, replacement: b, remap: true }';

  it('is listed as such at once, with times in ISO 8601', () => {
    serve([model('a', GOING), model('b')]);
    const wire = WireModel.parse(retrieveModel('a', ANYBODY));
    expect(wire.model_spec.deprecation).toEqual({
      date: '2026-12-31T00:00:00.000Z',
      removesAt: '2027-01-10T00:00:00.000Z',
      autoRemap: true,
      startsAt: '2026-12-20T00:00:00.000Z',
      replacementModelId: 'b',
    });
    expect(WireModel.parse(retrieveModel('b', ANYBODY)).model_spec).not.toHaveProperty('deprecation');
  });

  it('needs only a date, which is then its removal', () => {
    serve([model('a', 'deprecation: { date: 2026-12-31 }'), model('b')]);
    const day = '2026-12-31T00:00:00.000Z';
    const expected = { date: day, removesAt: day, autoRemap: false };
    expect(WireModel.parse(retrieveModel('a', ANYBODY)).model_spec.deprecation).toEqual(expected);
  });

  it('causes warnings from its start', () => {
    serve([model('a', GOING), model('b')]);
    at('2026-12-19T23:59:59.999Z');
    expect(findModel('a').deprecation).toBeUndefined();
    at('2026-12-20T00:00:00Z');
    expect(findModel('a').deprecation).toEqual({
      warning: 'The model "a" is deprecated and will be removed on 2027-01-10. Use "b" instead.',
      dateIso: '2026-12-31T00:00:00.000Z',
      replacement: 'b',
    });
    expect(findModel('b').deprecation).toBeUndefined();
  });

  it('always causes warnings if no start is set', () => {
    serve([model('a', 'deprecation: { date: 2026-12-31 }'), model('b')]);
    expect(findModel('a').deprecation).toEqual({
      warning: 'The model "a" is deprecated and will be removed on 2026-12-31.',
      dateIso: '2026-12-31T00:00:00.000Z',
    });
  });

  it('answers normally until it is removed', () => {
    serve([model('a', `traits: [fastest], ${GOING}`), model('b')]);
    at('2027-01-09T23:59:59.999Z');
    expect(answer('a')).toBe('a');
    expect(traits()).toMatchObject({ fastest: 'a' });
    expect(listed()).toEqual(['a', 'b']);
  });
});

describe('a removed model', () => {
  const GONE = 'deprecation: { date: 2026-12-31, replacement: b }';
  const REMAPPED = 'deprecation: { date: 2026-12-31, replacement: b, remap: true }';

  it('leaves the lists on time, without a reload, and returns if the clock goes back', () => {
    serve([model('a', GONE), model('b')]);
    expect(listed()).toEqual(['a', 'b']);
    at('2026-12-31T00:00:00Z');
    expect(listed()).toEqual(['b']);
    expect(listAllowedModels(ANYBODY).map(({ id }) => id)).toEqual(['b']);
    at('2026-12-30T23:59:59.999Z');
    expect(listed()).toEqual(['a', 'b']);
  });

  it('is refused with the name of its replacement', () => {
    serve([model('a', GONE), model('b')]);
    at('2027-02-01T00:00:00Z');
    const text = '410 GONE: The model "a" was removed on 2026-12-31. Use "b" instead.';
    expect(refusal(() => findModel('a'))).toBe(text);
    expect(refusal(() => findModel('A'))).toBe(text);
    expect(refusal(() => findModel('a:strip_thinking_response=true'))).toBe(text);
    expect(refusal(() => retrieveModel('a', ANYBODY))).toBe(text);
  });

  it('is refused without a replacement too', () => {
    serve([model('a', 'deprecation: { date: 2026-12-31 }'), model('b')]);
    at('2027-02-01T00:00:00Z');
    const text = '410 GONE: The model "a" was removed on 2026-12-31. GET /api/v1/models lists the available models.';
    expect(refusal(() => findModel('a'))).toBe(text);
  });

  it('keeps its id reserved from a model with a similar one', () => {
    serve([model('a-b', 'deprecation: { date: 2026-12-31 }'), model('a_b'), model('c')]);
    at('2027-02-01T00:00:00Z');
    expect(refusal(() => findModel('a-b'))).toContain('410 GONE: The model "a-b" was removed');
    expect(answer('a.b')).toBe('a_b');
  });

  it('stays hidden from a key that was not allowed to see it', () => {
    serve([model('a', `privacy: anonymized, ${GONE}`), model('b')]);
    at('2027-02-01T00:00:00Z');
    const key = { kind: 'key', modelPrivacy: 'PRIVATE_ONLY' } as const;
    expect(refusal(() => retrieveModel('a', key))).toContain('404 MODEL_NOT_FOUND');
  });

  it('is remapped to its replacement, suffix included, with a warning', () => {
    serve([model('a', REMAPPED), model('b')]);
    at('2027-02-01T00:00:00Z');
    const found = findModel('a:strip_thinking_response=true');
    expect([found.model.id, found.suffix]).toEqual(['b', { strip_thinking_response: 'true' }]);
    expect(found.deprecation).toEqual({
      warning: 'The model "a" was removed on 2026-12-31; "b" answered.',
      dateIso: '2026-12-31T00:00:00.000Z',
      replacement: 'b',
    });
    expect(refusal(() => retrieveModel('a', ANYBODY))).toContain('410 GONE');
  });

  it('passes its traits and aliases on, without a warning', () => {
    const rest = 'include: []\naliases: { house: a }';
    serve([model('b', 'traits: [default_code]'), model('a', `traits: [default, fastest], ${GONE}`), model('c')], rest);
    expect(traits()).toEqual({ default: 'a', fastest: 'a', default_code: 'b' });
    at('2027-02-01T00:00:00Z');
    expect(traits()).toEqual({ default: 'b', fastest: 'b', default_code: 'b' });
    expect(mapping()).toMatchObject({ house: 'b', 'gpt-4o': 'b' });
    expect([answer('fastest'), answer('house'), answer('HOUSE'), answer('gpt-4o')]).toEqual(['b', 'b', 'b', 'b']);
    expect(findModel('fastest').deprecation).toBeUndefined();
    const shown = listModels(TEXT, ANYBODY).data.map(({ id, model_spec }) => [id, model_spec.traits]);
    expect(shown).toEqual([
      ['b', ['default', 'default_code', 'fastest']],
      ['c', []],
    ]);
  });

  it('removes its names if nothing replaces it, but never the default or the compatible names', () => {
    const rest = 'include: [embedded]\naliases: { house: a, gpt-4o-mini: a }';
    serve([model('a', 'traits: [default, fastest], deprecation: { date: 2026-12-31 }'), model('b')], rest);
    at('2027-02-01T00:00:00Z');
    expect(traits()).toEqual({ default: 'smollm2-135m' });
    expect(mapping()).toEqual({
      'gpt-3.5-turbo': 'smollm2-135m',
      'gpt-4o': 'smollm2-135m',
      'gpt-4o-mini': 'smollm2-135m',
    });
    for (const name of ['fastest', 'house']) expect(refusal(() => findModel(name))).toContain('404 MODEL_NOT_FOUND');
    expect(retrieveModel('smollm2-135m', ANYBODY).model_spec.traits).toEqual(['default']);
  });

  it('may be the last model', () => {
    serve([model('a', 'deprecation: { date: 2026-12-31 }')]);
    at('2027-02-01T00:00:00Z');
    expect([listed(), traits(), mapping()]).toEqual([[], {}, {}]);
    expect(refusal(() => findModel('gpt-4o'))).toContain('404 MODEL_NOT_FOUND');
  });
});

describe('a chain of replacements', () => {
  const link = (date: string, replacement: string, remap: boolean) =>
    `deprecation: { date: ${date}, replacement: ${replacement}, remap: ${remap} }`;

  it('leads to the first active model, which every link names', () => {
    serve([model('a', link('2026-12-31', 'b', true)), model('b', link('2027-01-31', 'c', true)), model('c')]);
    at('2027-01-15T00:00:00Z');
    expect(answer('a')).toBe('b');
    at('2027-01-31T00:00:00Z');
    expect([answer('a'), answer('b')]).toEqual(['c', 'c']);
    expect(findModel('a').deprecation).toMatchObject({ replacement: 'c' });
    expect(findModel('a').deprecation?.warning).toBe('The model "a" was removed on 2026-12-31; "c" answered.');
  });

  it('skips a replacement that was removed first', () => {
    serve([model('a', link('2027-03-31', 'b', true)), model('b', link('2026-12-31', 'c', true)), model('c')]);
    at('2027-01-15T00:00:00Z');
    expect(findModel('a').deprecation).toMatchObject({ replacement: 'c' });
    expect(retrieveModel('a', ANYBODY).model_spec.deprecation).toMatchObject({
      replacementModelId: 'c',
      autoRemap: true,
    });
  });

  it.each([
    [true, false],
    [false, true],
  ])('remaps calls only if every link allows it: %s, %s', (first, second) => {
    serve([model('a', link('2026-12-31', 'b', first)), model('b', link('2026-12-31', 'c', second)), model('c')]);
    at('2027-01-15T00:00:00Z');
    const text = '410 GONE: The model "a" was removed on 2026-12-31. Use "c" instead.';
    expect(refusal(() => findModel('a'))).toBe(text);
  });

  it.each([
    ['a cycle of two', ['b', 'a', 'b']],
    ['a cycle after a stem', ['b', 'c', 'b']],
    ['a cycle of three', ['b', 'c', 'a']],
  ])('ends in %s', (_which, [first = '', second = '', third = '']) => {
    const day = '2026-12-31';
    serve([
      model('a', `traits: [default], ${link(day, first, true)}`),
      model('b', link(day, second, true)),
      model('c', link(day, third, true)),
      model('d'),
    ]);
    at('2027-01-15T00:00:00Z');
    for (const id of ['a', 'b', 'c']) {
      expect(refusal(() => findModel(id))).toBe(
        `410 GONE: The model "${id}" was removed on 2026-12-31. GET /api/v1/models lists the available models.`,
      );
    }
    expect(traits()).toEqual({ default: 'd' });
  });

  it('does not lead back to a model that is still active', () => {
    serve([model('a', link('2027-03-31', 'b', true)), model('b', link('2026-12-31', 'a', true))]);
    at('2027-01-15T00:00:00Z');
    expect(answer('b')).toBe('a');
    expect(findModel('a').deprecation).not.toHaveProperty('replacement');
    expect(retrieveModel('a', ANYBODY).model_spec.deprecation).toMatchObject({ autoRemap: false });
  });
});

describe('a replacement outside the file', () => {
  const TO = (replacement: string) => `deprecation: { date: 2026-12-31, replacement: ${replacement}, remap: true }`;

  it('is an embedded or an automatic model', () => {
    const yaml = `models:\n${model('a', TO('smollm2-135m'))}\n${model('b', TO('models/gemini'))}`;
    const models = [{ id: 'models/gemini', pricing: { prompt: '0.000001', completion: '0.000002' } }];
    const automatic = [{ id: 'upstream', baseUrl: 'http://127.0.0.1:9/v1', models }];
    const built = testCatalog(yaml, { embedded: [SMALL], automatic });
    at('2027-01-15T00:00:00Z');
    expect(findModel('a', built).model.id).toBe('smollm2-135m');
    expect(findModel('b', built).model.id).toBe('gemini');
    expect(built.notes?.filter((note) => note.includes('replacement'))).toEqual([]);
  });

  it('is left out with a note if it is not served', () => {
    const built = serve([model('a', TO('elsewhere')), model('b')], 'include: [embedded]');
    expect(built.notes).toEqual(['the replacement of a is left out: no model "elsewhere" is served']);
    expect(retrieveModel('a', ANYBODY).model_spec.deprecation).toEqual({
      date: '2026-12-31T00:00:00.000Z',
      removesAt: '2026-12-31T00:00:00.000Z',
      autoRemap: false,
    });
  });
});

describe('a removed model of another type', () => {
  const painter = (id: string, members = '') =>
    `  - { id: ${id}, type: image, upstreams: [{ provider: openai, model: ${id} }], price: { generation: "1", upscale: { 2x: "1", 4x: "1" } }${members && `, ${members}`} }`;
  const images = () => listModels({ type: 'image' }, ANYBODY).data.map(({ id, model_spec }) => [id, model_spec.traits]);
  const mapped = () => listCompatibilityMapping({ type: 'image' }, ANYBODY).data;

  it('passes its names to its replacement, and is remapped to it', () => {
    const gone = 'traits: [default, fastest], deprecation: { date: 2026-12-31, replacement: q, remap: true }';
    serve([model('a'), painter('p', gone), painter('q')]);
    expect(images()).toEqual([
      ['p', ['default', 'fastest']],
      ['q', []],
    ]);
    expect(findModelOf('image', 'p').deprecation?.replacement).toBe('q');
    at('2027-02-01T00:00:00Z');
    expect(images()).toEqual([['q', ['default', 'fastest']]]);
    expect(mapped()).toEqual({ 'dall-e-3': 'q', 'gpt-image-1': 'q' });
    const found = findModelOf('image', 'p');
    expect(found.model.id).toBe('q');
    expect(found.deprecation?.warning).toBe('The model "p" was removed on 2026-12-31; "q" answered.');
    expect(refusal(() => findModel('p'))).toContain('400 INVALID_MODEL: The model "p" is of type image');
    expect(traits()).toEqual({ default: 'a' });
  });

  it('leaves the default and the compatible names to another model of its type, or to none', () => {
    const gone = 'traits: [default], deprecation: { date: 2026-12-31 }';
    serve([model('a'), painter('p', gone), painter('q')]);
    at('2027-02-01T00:00:00Z');
    expect(listTraits({ type: 'image' }, ANYBODY).data).toEqual({ default: 'q' });
    expect(refusal(() => findModelOf('image', 'p'))).toContain('410 GONE');
    serve([model('a'), painter('p', gone)]);
    expect([images(), listTraits({ type: 'image' }, ANYBODY).data, mapped()]).toEqual([[], {}, {}]);
    expect(mapping()).toHaveProperty('gpt-4o', 'a');
    expect(refusal(() => findModelOf('image', 'dall-e-3'))).toContain('404 MODEL_NOT_FOUND');
  });
});

describe('activeCatalogAt', () => {
  it('is built once between two removals', () => {
    const built = serve([
      model('a', 'deprecation: { date: 2026-12-31 }'),
      model('b', 'deprecation: { date: 2027-01-31 }'),
      model('c'),
    ]);
    const first = activeCatalogAt(built, ms('2027-01-01'));
    expect(activeCatalogAt(built, ms('2027-01-30'))).toBe(first);
    expect([...first.models.keys()]).toEqual(['b', 'c']);
    expect([...activeCatalogAt(built, ms('2027-01-31')).models.keys()]).toEqual(['c']);
    expect([...activeCatalogAt(built, ms('2026-01-01')).models.keys()]).toEqual(['a', 'b', 'c']);
    expect([...built.models.keys()]).toEqual(['a', 'b', 'c']);
  });

  it('gives no warning for a model without a deprecation', () => {
    const [only] = serve([model('a')]).models.values();
    expect(only && deprecationMetadata(only, 0)).toBeUndefined();
  });
});
