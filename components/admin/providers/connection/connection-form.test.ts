import { describe, expect, it } from 'vitest';
import { AddProvider, TryProvider } from '@/lib/connected/contract';
import { PRESET_IDS, PRESETS } from '@/lib/connected/constants';
import { connectionSchema, firstValues, freeName, toConnection, toFieldIssues } from './connection-form';

describe.each(PRESET_IDS)('the form of %s', (preset) => {
  const { kind, needsKey } = PRESETS[preset];
  const filled = {
    ...firstValues(preset, '1'),
    ...{ id: 'lab', region: 'eu-west-1', apiKey: ' sk-1 ' },
    ...(kind === 'openai-compatible' && { baseUrl: ' http://127.0.0.1:8000/v1 ' }),
  };

  it('accepts what is complete, and sends what the API takes', () => {
    expect(connectionSchema(preset, 'key', needsKey).safeParse(filled).error).toBeUndefined();
    const connection = toConnection(filled, preset, 'key');
    expect(connection.credentials).toEqual({ apiKey: 'sk-1' });
    expect(AddProvider.safeParse({ id: 'lab', preset, ...connection, markup: '1' }).error).toBeUndefined();
    expect(TryProvider.safeParse({ provider: 'lab', preset, ...connection }).error).toBeUndefined();
  });

  it('needs a key exactly if its server does, and none if one is stored', () => {
    const empty = { ...filled, apiKey: '' };
    expect(connectionSchema(preset, 'key', needsKey).safeParse(empty).success).toBe(!needsKey);
    expect(connectionSchema(preset, 'key', false).safeParse(empty).success).toBe(true);
    expect(toConnection(empty, preset, 'key')).not.toHaveProperty('credentials');
  });

  it('names the field that is wrong', () => {
    const fieldsOf = (values: object) =>
      connectionSchema(preset, 'key', needsKey)
        .safeParse({ ...filled, ...values })
        .error?.issues.map(({ path }) => path[0]);
    expect(fieldsOf({ id: 'Lab' })).toEqual(['id']);
    expect(new Set(fieldsOf({ markup: 'twice' }))).toEqual(new Set(['markup']));
    if (kind === 'openai-compatible') expect(fieldsOf({ baseUrl: '' })).toContain('baseUrl');
    if (kind === 'amazon-bedrock') expect(fieldsOf({ region: 'Europe' })).toEqual(['region']);
  });
});

it('sends access keys of Amazon Bedrock, with a session token if there is one', () => {
  const values = {
    ...firstValues('amazon-bedrock', '1'),
    region: 'us-east-1',
    accessKeyId: 'AKIA',
    secretAccessKey: 's',
  };
  const sent = (change: object) => toConnection({ ...values, ...change }, 'amazon-bedrock', 'access-keys').credentials;
  expect(sent({})).toEqual({ accessKeyId: 'AKIA', secretAccessKey: 's' });
  expect(sent({ sessionToken: 't' })).toEqual({ accessKeyId: 'AKIA', secretAccessKey: 's', sessionToken: 't' });
  const problems = connectionSchema('amazon-bedrock', 'access-keys', true).safeParse({
    ...values,
    id: 'b',
    accessKeyId: '',
  });
  expect(problems.error?.issues.map(({ path }) => path[0])).toEqual(['accessKeyId']);
});

it('shows what the server says about credentials at the key', () => {
  const issue = (path: string[]) => ({ code: 'custom', path, message: 'Wrong' });
  const shown = (path: string[], kind: 'key' | 'access-keys') => toFieldIssues([issue(path)], kind)[0]?.path;
  expect(shown(['credentials'], 'key')).toEqual(['apiKey']);
  expect(shown(['credentials'], 'access-keys')).toEqual(['secretAccessKey']);
  expect(shown(['credentials', 'accessKeyId'], 'access-keys')).toEqual(['accessKeyId']);
  expect(shown(['baseUrl'], 'key')).toEqual(['baseUrl']);
});

describe('the name of a new provider', () => {
  it.each([
    ['openai', [], 'openai'],
    ['openai', ['openai'], 'openai-2'],
    ['openai', ['openai', 'openai-2', 'openai-4'], 'openai-3'],
    ['', ['openai'], ''],
  ])('is free: %s beside %j is %s', (name, taken, free) => {
    expect(freeName(name, taken)).toBe(free);
  });
});
