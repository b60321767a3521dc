import { describe, expect, it } from 'vitest';
import { AddModels, ChangeModel, type ConnectedModelView, type ListedModel } from '@/lib/connected/contract';
import { changedMembers, ModelFields, toChange, toModelIssues, valuesOf } from './model-form';
import { firstChoice, missingPrice, toAdded, unlistedModel } from './picker-choice';

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

  it('refuses a comma that may mean either, and takes one between thousands of tokens only', () => {
    const messages = (change: object) =>
      ModelFields.safeParse({ ...valuesOf(MODEL), ...change }).error?.issues.map(({ message }) => message);
    const message = 'Write 1234 or 1.234: the comma may mean either';
    expect(messages({ input: '1,234' })).toEqual([message]);
    expect(messages({ cacheWrite: '$1,234' })).toEqual([`${message}, or empty`]);
    for (const input of ['0,150', '1,23', '1234,567', '1.234']) expect(messages({ input }), input).toBeUndefined();
    for (const input of ['1,234,567', '1,234.5', '1.234,5']) expect(messages({ input }), input).toHaveLength(1);
    for (const contextTokens of ['131,072', '1,048,576', '8192']) {
      expect(messages({ contextTokens }), contextTokens).toBeUndefined();
    }
    for (const contextTokens of ['1,5', '13,1072', ',131', '200,000,000']) {
      expect(messages({ contextTokens }), contextTokens).toEqual(['Must be a whole number of tokens']);
    }
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
    ...{ upstreamName: 'org/big', id: 'org/big', name: 'Big' },
    ...{ price: { input: '1', output: '2', cacheInput: '0.1' } },
    ...{ priceSource: 'provider', contextTokens: 65_536, maxCompletionTokens: 8_192, abilities: ['tools'] },
    ...{ text: true, servedAs: [] },
  };

  it('is added at its suggested price, or at the one that is typed', () => {
    const choice = firstChoice(listed);
    expect(missingPrice(choice)).toBeNull();
    const described = { name: 'Big', contextTokens: 65_536, maxCompletionTokens: 8_192, abilities: ['tools'] };
    const shown = { upstreamName: 'org/big', price: { input: '1', output: '2', cacheInput: '0.1' }, ...described };
    expect(toAdded(choice, false)).toEqual(shown);
    expect(toAdded(choice, true)).toEqual({ ...shown, isDefault: true });
    const typed = toAdded({ ...choice, output: '2,50' }, false);
    // Without the suggested price of the cache.
    expect(typed).toEqual({ ...shown, price: { input: '1', output: '2.50' } });
    for (const added of [toAdded(choice, true), typed]) {
      expect(AddModels.safeParse({ models: [added] }).error).toBeUndefined();
    }
  });

  it('is added as it is assumed to be where its list says nothing', () => {
    const bare = { ...listed, name: 'B'.repeat(300), contextTokens: null, maxCompletionTokens: 1_000_000 };
    const added = toAdded(firstChoice(bare), false);
    expect(added).toMatchObject({ name: 'B'.repeat(200), contextTokens: 32_768, maxCompletionTokens: 32_768 });
    expect(AddModels.safeParse({ models: [added] }).error).toBeUndefined();
  });

  it('that was typed is left to the server, unless that cannot list the provider', () => {
    const typed = (problem: string | null) =>
      toAdded({ ...firstChoice(unlistedModel('org/new', { data: [], problem })), input: '1', output: '2' }, false);
    const added = { upstreamName: 'org/new', price: { input: '1', output: '2' } };
    expect(typed(null)).toEqual(added);
    expect(typed('It refuses the key (401).')).toEqual({
      ...{ ...added, name: 'org/new', contextTokens: 32_768 },
      abilities: ['tools', 'schema', 'logprobs'],
    });
  });

  it('is not added without both prices', () => {
    const choice = firstChoice({ ...listed, price: null });
    expect(missingPrice(choice)).toBe('Enter both prices');
    expect(missingPrice({ ...choice, input: '1' })).toBe('Enter both prices');
    expect(missingPrice({ ...choice, input: '1', output: 'two' })).toBe('Must be an amount of USD such as 0.15');
    expect(missingPrice({ ...choice, input: '$1', output: '2,5' })).toBeNull();
  });
});
