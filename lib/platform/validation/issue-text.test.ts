import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { issueText } from './issue-text';

const textsOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: issueText }).error?.issues.map(({ message }) => message);

describe('issueText', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['a missing value', z.string(), undefined, 'Required'],
    ['a missing value of a list', z.enum(['a', 'b']), undefined, 'Required'],
    ['a missing value of a union', z.union([z.string(), z.array(z.string())]), undefined, 'Required'],
    ['null', z.string(), null, 'Must be a string, not null'],
    ['a list', z.number(), [1], 'Must be a number, not an array'],
    ['an object', z.array(z.string()), {}, 'Must be an array, not an object'],
    ['a text', z.boolean(), 'yes', 'Must be true or false'],
    ['a text in a query', z.coerce.number(), 'abc', 'Must be a number'],
    ['a fraction', z.int(), 1.5, 'Must be a whole number'],
    ['a fraction with bounds', z.number().int().min(1).max(1_280), 1.5, 'Must be a whole number between 1 and 1,280'],
    ['too small a number', z.int().min(1), 0, 'Must be 1 or more'],
    ['too large a number', z.number().max(7_500), 7_501, 'Must be 7,500 or less'],
    ['a number beyond a range', z.number().min(0).max(2), 3, 'Must be between 0 and 2'],
    ['an excluded bound', z.number().gt(0), 0, 'Must be more than 0'],
    ['an excluded bound of a range', z.number().gt(0).max(4), 0, 'Must be more than 0'],
    ['another step', z.number().multipleOf(8), 7, 'Must be a multiple of 8'],
    ['an empty text', z.string().min(1), '', 'Must not be empty'],
    ['a short text', z.string().min(2), 'a', 'Must have at least 2 characters'],
    ['a long text', z.string().max(1), 'ab', 'Must have at most 1 character'],
    ['a text of another length', z.string().length(3), 'ab', 'Must have exactly 3 characters'],
    ['an empty list', z.array(z.string()).min(1), [], 'Must have at least 1 item'],
    ['a long list', z.array(z.string()).max(2), ['', '', ''], 'Must have at most 2 items'],
    ['another value', z.enum(['auto', 'low']), 'high', 'Must be one of "auto", "low"'],
    ['the same value in another case', z.enum(['auto', 'low']), 'AUTO', 'Must be "auto", in exactly these letters'],
    ['another literal', z.literal('x'), 'y', 'Must be "x"'],
    ['no member of a union', z.union([z.string(), z.array(z.string())]), 3, 'Must be a string or an array'],
    ['no value of a union', z.union([z.literal('auto'), z.int(), z.null()]), 'x', 'Must be "auto", a number or null'],
    ['another format', z.url(), 'no', 'Must be a URL'],
    ['another pattern', z.string().regex(/^a+$/), 'b', 'Must match /^a+$/'],
    ['another start', z.string().startsWith('0x'), 'b', 'Must start with "0x"'],
    [
      'an unknown kind',
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') })]),
      { kind: 'b' },
      'Must be "a"',
    ],
    ['a rule without words', z.string().refine(() => false), 'x', 'Is not valid'],
  ])('words %s', (_, schema, value, text) => {
    expect(textsOf(schema, value)).toEqual([text]);
  });

  it('leaves the schema its own words', () => {
    expect(textsOf(z.string().min(1, 'Say something'), '')).toEqual(['Say something']);
  });

  it.each([
    [{ temprature: 1 }, 'Unknown field: "temprature". Did you mean "temperature"?'],
    [{ maxTokens: 1 }, 'Unknown field: "maxTokens". Did you mean "max_tokens"?'],
    [{ featured: 1 }, 'Unknown field: "featured"'],
    [{ one: 1, two: 2 }, 'Unknown fields: "one", "two"'],
  ])('names unknown fields: %j', (value, text) => {
    const schema = z.strictObject({ temperature: z.number().optional(), max_tokens: z.number().optional() });
    expect(textsOf(schema, value)).toEqual([text]);
  });

  it('lists no more than thirty values', () => {
    const many = Array.from({ length: 33 }, (_, at) => `value-${at}`);
    expect(textsOf(z.enum(many), 'x')?.[0]).toMatch(/"value-29", and 3 more$/);
  });
});
