import { describe, expect, it } from 'vitest';
import { AddModels, ChangeModel, type ConnectedModelView, type ListedModel } from '@/lib/connected/contract';
import { changedMembers, ModelFields, toChange, toModelIssues, valuesOf } from './model-form';
import { firstChoice, missingPrice, toAdded } from './picker-choice';

const MODEL: ConnectedModelView = {
  ...{ key: '00000000-0000-4000-8000-000000000001', id: 'big', name: 'Big', class: 'M', privacy: 'private' },
  ...{ price: { input: '0.15', output: '0.6', cacheInput: '0.05' }, contextTokens: 65_536, maxCompletionTokens: 8_192 },
  ...{ abilities: ['tools'], aliases: ['huge', 'large'], isDefault: false, problem: null },
  upstreams: [{ provider: 'lab', name: 'org/big' }],
};
const { class: size, privacy, abilities, isDefault, upstreams } = MODEL;
const CHOICES = { class: size, privacy, abilities, isDefault, upstreams };

describe('the form of a model', () => {
  it('sends back what it has shown', () => {
    const values = valuesOf(MODEL);
    expect(ModelFields.safeParse(values).error).toBeUndefined();
    const change = toChange(values, CHOICES);
    const { key: _key, problem: _problem, ...stored } = MODEL;
    expect(change).toEqual(stored);
    expect(ChangeModel.safeParse(change).error).toBeUndefined();
  });

  it('sends only what was changed', () => {
    expect(changedMembers(toChange(valuesOf(MODEL), CHOICES), MODEL)).toEqual({});
    const typed = { ...valuesOf(MODEL), output: '0,7', aliases: 'large' };
    expect(changedMembers(toChange(typed, { ...CHOICES, isDefault: true }), MODEL)).toEqual({
      price: { input: '0.15', output: '0.7', cacheInput: '0.05' },
      aliases: ['large'],
      isDefault: true,
    });
  });

  it('takes amounts as people type them', () => {
    const typed = {
      ...valuesOf(MODEL),
      input: ' $1,50 ',
      cacheInput: '',
      contextTokens: '131,072',
      aliases: 'a b, c,',
    };
    expect(ModelFields.safeParse(typed).error).toBeUndefined();
    const change = toChange(typed, CHOICES);
    expect(change).toMatchObject({
      price: { input: '1.50', output: '0.6' },
      contextTokens: 131_072,
      aliases: ['a', 'b', 'c'],
    });
    expect(change.price).not.toHaveProperty('cacheInput');
    expect(ChangeModel.safeParse(change).error).toBeUndefined();
  });

  it('names the field that is wrong', () => {
    for (const [field, value] of [
      ['input', ''],
      ['output', 'free'],
      ['cacheWrite', '-1'],
      ['contextTokens', '0'],
      ['maxCompletionTokens', '1.5'],
      ['id', ' '],
      ['name', ''],
    ] as const) {
      const { error } = ModelFields.safeParse({ ...valuesOf(MODEL), [field]: value });
      expect(
        error?.issues.map(({ path }) => path[0]),
        field,
      ).toEqual([field]);
    }
    const issue = { code: 'custom', path: ['price', 'output'], message: 'Wrong' };
    expect(toModelIssues([issue])[0]?.path).toEqual(['output']);
  });
});

describe('a chosen model', () => {
  const listed: ListedModel = {
    ...{ upstreamName: 'org/big', id: 'org/big', name: 'Big', price: { input: '1', output: '2' } },
    ...{ priceSource: 'provider', contextTokens: null, maxCompletionTokens: null, abilities: [] },
    ...{ text: true, servedAs: [] },
  };

  it('is added at its suggested price, or at the one that is typed', () => {
    const choice = firstChoice(listed);
    expect(missingPrice(choice)).toBeNull();
    expect(toAdded(choice, false)).toEqual({ upstreamName: 'org/big' });
    expect(toAdded(choice, true)).toEqual({ upstreamName: 'org/big', isDefault: true });
    const typed = toAdded({ ...choice, output: '2,50' }, false);
    expect(typed).toEqual({ upstreamName: 'org/big', price: { input: '1', output: '2.50' } });
    expect(AddModels.safeParse({ models: [typed] }).error).toBeUndefined();
  });

  it('is not added without both prices', () => {
    const choice = firstChoice({ ...listed, price: null });
    expect(missingPrice(choice)).toBe('Enter both prices');
    expect(missingPrice({ ...choice, input: '1' })).toBe('Enter both prices');
    expect(missingPrice({ ...choice, input: '1', output: 'two' })).toBe('Must be amounts of USD such as 0.15');
    expect(missingPrice({ ...choice, input: '$1', output: '2,5' })).toBeNull();
  });
});
