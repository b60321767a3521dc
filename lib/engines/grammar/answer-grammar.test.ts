import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeAnswerGrammar } from './answer-grammar';
import { type GrammarChecker, openGrammarChecker } from './test-grammar';

type Schema = Record<string, unknown>;

let checker: GrammarChecker;
beforeAll(async () => {
  checker = await openGrammarChecker();
});
afterAll(() => checker.close());

/** Which of the texts an answer under the schema may be. */
async function taken(schema: Schema | null, ...texts: string[]): Promise<string[]> {
  const grammar = writeAnswerGrammar(schema);
  const verdicts = await Promise.all(texts.map((text) => checker.accepts(grammar, text)));
  return texts.filter((_, index) => verdicts[index]);
}

/** All of them are accepted. */
async function takes(schema: Schema | null, ...texts: string[]): Promise<void> {
  expect(await taken(schema, ...texts)).toEqual(texts);
}

/** None of them is accepted. */
async function refuses(schema: Schema | null, ...texts: string[]): Promise<void> {
  expect(await taken(schema, ...texts)).toEqual([]);
}

const props = (properties: Schema, required = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
});

describe('any object', () => {
  it('is JSON in one line, without arbitrary white space', async () => {
    await takes(
      null,
      '{}',
      '{"a": 1}',
      '{"a": {"b": [1, -2.5, 1e10, "x\\n\\u00e9é😀", true, false, null, {}, []]}, "": ""}',
    );
    await refuses(null, '', ' {}', '{} ', '{ }', '{"a":1}', '{"a":  1}', '{"a": 1,"b": 2}', '{\n"a": 1}');
    await refuses(null, '[]', '1', '"a"', '{"a": 01}', '{"a": 1.}', '{"a": "\n"}', '{"a": "\\x"}', '{"a": 1, }');
  });

  it('has no endless numbers', async () => {
    await refuses(null, `{"a": ${'1'.repeat(40)}}`, `{"a": 0.${'3'.repeat(40)}}`, '{"a": 1e999}');
  });
});

describe('types', () => {
  it('accepts each type and no other', async () => {
    const values = { string: '"a"', number: '1.5', boolean: 'true', null: 'null', array: '[1]', object: '{"a": 1}' };
    for (const [type, value] of Object.entries(values)) {
      const texts = Object.values(values);
      expect(await taken({ type }, ...texts)).toEqual([value]);
    }
    expect(await taken({ type: 'integer' }, '1', '-1', '0', '1.5', '"1"')).toEqual(['1', '-1', '0']);
    await takes({ type: ['string', 'null'] }, '"a"', 'null');
    await takes({ type: 'string', nullable: true }, 'null');
    await takes({}, '1', '{}', '[null]');
  });

  it('infers the type from the keywords if none is named', async () => {
    await refuses({ properties: { a: {} } }, '1');
    await refuses({ minLength: 1 }, '1', '""');
    await refuses({ items: {} }, '{}');
    await refuses({ minimum: 1 }, '"a"');
  });

  it('accepts enum and const, of any JSON', async () => {
    const values = ['red', 'reddish', 'é"\\\n', 1, 12, null, true, [1, 'a'], { a: 1 }];
    const texts = values.map((value) => JSON.stringify(value));
    await takes({ enum: values }, ...texts);
    await refuses({ enum: values }, '"re"', '"reddis"', '2', '123', 'false', '[1]');
    await takes({ const: 'a' }, '"a"');
    await refuses({ const: 'a' }, '"b"', '"aa"', '""');
  });

  it('limits strings, including long ones', async () => {
    const text = (length: number): string => JSON.stringify('é'.repeat(length));
    const lengths = [0, 1, 2, 3, 4, 999, 1_000, 1_001, 1_999, 2_000, 2_001, 2_499, 2_500, 2_503, 2_504, 9_000];
    const bounds = [
      { minLength: 2, maxLength: 3 },
      { minLength: 2 },
      { maxLength: 0 },
      { maxLength: 1_000 },
      { minLength: 2_500, maxLength: 2_503 },
      { maxLength: 2_503 },
      { minLength: 1_001 },
    ];
    for (const bound of bounds) {
      const { minLength = 0, maxLength = Infinity } = bound;
      const fitting = lengths.filter((length) => length >= minLength && length <= maxLength);
      expect(await taken({ type: 'string', ...bound }, ...lengths.map(text))).toEqual(fitting.map(text));
    }
    await takes({ type: 'string', maxLength: 1 }, '"\\n"', '"\\u00e9"');
  });

  it('enforces the formats that it supports', async () => {
    await takes({ type: 'string', format: 'date' }, '"2026-11-21"');
    await refuses({ type: 'string', format: 'date' }, '"2026-13-21"', '"2026-11-41"', '"today"');
    await takes({ type: 'string', format: 'date-time' }, '"2026-11-21T10:00:00Z"', '"2026-11-21T10:00:00.123+01:00"');
    await refuses({ type: 'string', format: 'time' }, '"24:00:00Z"');
    await takes({ type: 'string', format: 'uuid' }, '"4a3c1d7e-0b2f-4c5d-8e9f-0123456789ab"');
    await takes({ type: 'string', format: 'email' }, '"anything"');
  });

  it('limits whole numbers as far as a grammar can', async () => {
    const range = { type: 'integer', minimum: -1, maximum: 5 };
    expect(await taken(range, '-2', '-1', '0', '1', '5', '6', '10')).toEqual(['-1', '0', '1', '5']);
    const between = { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 12, multipleOf: 5 };
    expect(await taken(between, '0', '5', '10', '12', '1')).toEqual(['5', '10']);
    await refuses({ type: 'integer', minimum: 1 }, '0', '-1');
    await takes({ type: 'integer', minimum: 1 }, '1', '900');
    await refuses({ type: 'number', minimum: 0 }, '-1', '-0.5');
  });
});

describe('objects and arrays', () => {
  it('writes members in order, whether optional or not', async () => {
    const schema = props({ a: { type: 'integer' }, b: { type: 'integer' }, c: { type: 'integer' } }, ['b']);
    await takes(schema, '{"b": 1}', '{"a": 1, "b": 1}', '{"b": 1, "c": 1}', '{"a": 1, "b": 1, "c": 1}');
    await refuses(
      schema,
      '{}',
      '{"a": 1}',
      '{"a": 1, "c": 1}',
      '{"b": 1, "a": 1}',
      '{, "b": 1}',
      '{"b": 1, }',
      '{"b": 1, "d": 1}',
    );
    const optional = props({ a: { type: 'null' }, b: { type: 'null' } }, []);
    await takes(optional, '{}', '{"a": null}', '{"b": null}', '{"a": null, "b": null}');
    await refuses(optional, '{, "b": null}', '{"a": null, }');
  });

  it('accepts every set of optional members', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const subsets = fc.subarray(names);
    await fc.assert(
      fc.asyncProperty(subsets, subsets, async (required, present) => {
        const schema = props(Object.fromEntries(names.map((name) => [name, { const: 1 }])), required);
        const text = `{${present.map((name) => `"${name}": 1`).join(', ')}}`;
        const complete = required.every((name) => present.includes(name));
        expect(await checker.accepts(writeAnswerGrammar(schema), text)).toBe(complete);
      }),
    );
  });

  it('accepts names of any characters', async () => {
    const name = '"\\/\n\t\u0000é😀 "';
    await takes(props({ [name]: { const: 1 } }), JSON.stringify({ [name]: 1 }).replace(':1}', ': 1}'));
    await takes(JSON.parse('{"type":"object","properties":{"__proto__":{"const":1}}}') as Schema, '{"__proto__": 1}');
  });

  it('accepts members of any name if none is named', async () => {
    const schema = { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 1, maxProperties: 2 };
    expect(await taken(schema, '{}', '{"a": 1}', '{"a": 1, "b": 2}', '{"a": 1, "b": 2, "c": 3}', '{"a": "x"}')).toEqual(
      ['{"a": 1}', '{"a": 1, "b": 2}'],
    );
    await takes({ type: 'object', additionalProperties: false }, '{}');
    await refuses({ type: 'object', additionalProperties: false }, '{"a": 1}');
    await takes({ type: 'object', required: ['a'] }, '{"a": [1]}');
  });

  it('limits arrays, and begins them with prefixItems', async () => {
    const list = (count: number): string => `[${Array.from({ length: count }, () => '1').join(', ')}]`;
    const items = { type: 'array', items: { const: 1 } };
    await takes(items, list(0), list(1), list(2_000));
    const counts = [0, 1, 2, 3, 4];
    for (const minItems of [0, 1, 3]) {
      for (const maxItems of [undefined, 0, 1, 3]) {
        if (maxItems !== undefined && maxItems < minItems) continue;
        const expected = counts.filter((count) => count >= minItems && count <= (maxItems ?? Infinity));
        expect(await taken({ ...items, minItems, maxItems }, ...counts.map(list))).toEqual(expected.map(list));
      }
    }
    const tuple = { prefixItems: [{ const: 'a' }, { const: 'b' }], items: { const: 1 }, maxItems: 3 };
    expect(await taken(tuple, '["a", "b"]', '["a", "b", 1]', '["a", "b", 1, 1]', '["a"]')).toEqual([
      '["a", "b"]',
      '["a", "b", 1]',
    ]);
    await takes({ type: 'array' }, '[]', '[1, "a", {}]');
  });
});

describe('combinations and references', () => {
  it('accepts any of several schemas', async () => {
    await takes({ anyOf: [{ type: 'string' }, props({ a: { type: 'null' } })] }, '"x"', '{"a": null}');
    const tagged = { oneOf: ['x', 'y'].map((kind) => props({ kind: { const: kind }, [kind]: { type: 'integer' } })) };
    await takes(tagged, '{"kind": "x", "x": 1}', '{"kind": "y", "y": 1}');
    await refuses(tagged, '{"kind": "x", "y": 1}');
    const either = {
      type: 'object',
      properties: { a: { const: 1 } },
      anyOf: [{ required: ['a'] }, { properties: { b: { const: 2 } }, required: ['b'] }],
    };
    await takes(either, '{"a": 1}', '{"b": 2}', '{"a": 1, "b": 2}');
  });

  it('accepts every combination of two choices', async () => {
    const needs = (...names: string[]): Schema => ({ anyOf: names.map((name) => ({ required: [name] })) });
    const four = props(Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, { const: 1 }])), []);
    const schemas = [
      { ...four, allOf: [needs('a', 'b'), needs('c', 'd')] },
      { ...four, ...needs('a', 'b'), allOf: [needs('c', 'd')] },
      { ...four, ...needs('a', 'b'), oneOf: needs('c', 'd').anyOf },
    ];
    for (const schema of schemas) {
      await takes(
        schema,
        '{"a": 1, "c": 1}',
        '{"a": 1, "d": 1}',
        '{"b": 1, "c": 1}',
        '{"a": 1, "b": 1, "c": 1, "d": 1}',
      );
      await refuses(schema, '{"a": 1}', '{"a": 1, "b": 1}', '{"c": 1, "d": 1}', '{}');
    }
  });

  it('merges the schemas of allOf', async () => {
    const schema = {
      $defs: { named: props({ name: { type: 'string', minLength: 1 } }) },
      allOf: [{ $ref: '#/$defs/named' }, props({ name: { type: 'string', maxLength: 2 }, age: { type: 'integer' } })],
      description: 'both',
    };
    await takes(schema, '{"name": "ab", "age": 1}');
    await refuses(schema, '{"name": "", "age": 1}', '{"name": "abc", "age": 1}', '{"name": "ab"}');
    await takes({ allOf: [{ type: ['string', 'integer'] }, { type: 'number' }] }, '3');
    await takes({ allOf: [{ enum: [1, 2] }, { enum: [2, 3] }] }, '2');
  });

  it('follows references, including recursive ones', async () => {
    const list = {
      $ref: '#/definitions/node',
      definitions: {
        node: props({
          value: { type: 'integer' },
          next: { anyOf: [{ type: 'null' }, { $ref: '#/definitions/node' }] },
        }),
      },
    };
    await takes(list, '{"value": 1, "next": null}', '{"value": 1, "next": {"value": 2, "next": null}}');
    await refuses(list, '{"value": 1, "next": 2}');
    const tree = props({ children: { type: 'array', items: { $ref: '#' } } });
    await takes(tree, '{"children": [{"children": []}, {"children": [{"children": []}]}]}');
    const odd = { $ref: '#/$defs/a~1b%20c', $defs: { 'a/b c': { const: 1 } } };
    await takes(odd, '1');
  });

  it('accepts expressions that begin with their kind', async () => {
    const node = { $ref: '#/$defs/node' };
    const kinds = ['add', 'mul'].map((op) => props({ op: { const: op }, left: node, right: node }));
    const schema = { ...node, $defs: { node: { anyOf: [{ type: 'number' }, ...kinds] } } };
    await takes(schema, '{"op": "add", "left": 1, "right": {"op": "mul", "left": 2, "right": 3}}');
    // Two of these begin alike, but neither contains the others.
    const value = { anyOf: [{ const: 'x' }, { type: 'string' }, { type: 'array', items: { $ref: '#' } }] };
    await takes(value, '"x"', '[["xy", "x"], []]');
  });
});

describe('schemas that a grammar cannot enforce, or that would cost too much', () => {
  const object = { type: 'object' };
  const nest = (depth: number): Schema => (depth === 0 ? {} : { type: 'array', items: nest(depth - 1) });
  const texts = (count: number): string[] => Array.from({ length: count }, (_, index) => `text ${index}`);
  const alike = (count: number): Schema[] =>
    texts(count).map((name) => props({ a: { type: 'string' }, [name]: { type: 'string' } }));
  /** Each definition is read twice by the one before: 2 to the power of 40 schemas if all were read. */
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => {
      const next = { $ref: `#/$defs/d${at + 1}` };
      return [`d${at}`, { allOf: [next, next] }];
    }),
  );

  it.each<[string, Schema, string]>([
    ['an unsupported keyword', { ...object, patternProperties: {} }, '"patternProperties"'],
    ['the same, deep inside', props({ a: { type: 'array', items: { not: {} } } }), '"not"'],
    ['a schema that allows nothing', props({ a: false }), 'no value at all'],
    ['a schema that is not an object', props({ a: 3 }), 'made of objects'],
    ['an unknown type', { type: 'text' }, 'unknown type "text"'],
    ['types that no value can combine', { allOf: [{ type: 'string' }, { type: 'null' }] }, 'no value has both'],
    ['an empty enum', { enum: [] }, '"enum"'],
    ['no type at all', { type: [] }, 'at least one type'],
    ['a reference outside the schema', { $ref: 'https://example.org/schema.json' }, 'must begin with "#/"'],
    ['a reference without a target', { $ref: '#/$defs/none' }, 'leads nowhere'],
    ['a reference to what every object inherits', { $ref: '#/constructor' }, 'leads nowhere'],
    ['a schema that refers to itself', { $ref: '#' }, 'refers to itself'],
    ['a schema that may refer to itself', { anyOf: [{ type: 'null' }, { $ref: '#' }] }, 'refers to itself'],
    ['a schema that combines itself', { allOf: [{ $ref: '#' }, { type: 'object' }] }, 'at most'],
    ['too many levels', nest(120), 'at most 100 levels'],
    ['nesting that would crash the process', nest(3_000), 'at most 100 levels'],
    ['too many values', { enum: texts(60_000) }, 'at most 50000 values'],
    ['too many literals', { enum: texts(1_001) }, 'at most 1000 values'],
    ['literals that are too long', { const: 'x'.repeat(40_000) }, 'at most 32768 characters'],
    ['too many schemas', props(Object.fromEntries(texts(2_001).map((name) => [name, {}]))), 'at most 2000 schemas'],
    [
      'a combination that doubles repeatedly',
      { $ref: '#/$defs/d0', $defs: { ...doubling, d40: {} } },
      'at most 2000 schemas',
    ],
    [
      'many members that are combined again and again',
      { ...props(Object.fromEntries(texts(3_000).map((name) => [name, true]))), allOf: Array(1_900).fill(object) },
      'combines too much',
    ],
    [
      'unknown keywords that are combined again and again',
      { ...Object.fromEntries(texts(3_000).map((name) => [name, 1])), allOf: Array(1_900).fill({ a: 1 }) },
      'combines too much',
    ],
    [
      'a long list of names that is combined again and again',
      { allOf: [{ ...object, required: texts(40_000) }, ...Array<Schema>(1_900).fill({ required: ['a'] })] },
      'combines too much',
    ],
    [
      'alternatives beside many keywords',
      { ...Object.fromEntries(texts(3_000).map((name) => [name, 1])), anyOf: Array(900).fill({ minLength: 1 }) },
      'combines too much',
    ],
    ['long lists of types', { allOf: Array(2).fill({ type: texts(20_000) }) }, 'combines too much'],
    [
      'a large value that is compared again and again',
      { $defs: { a: { enum: [texts(40_000)] } }, allOf: Array(500).fill({ $ref: '#/$defs/a' }) },
      'combines too much',
    ],
    ['an extreme length', { type: 'string', minLength: 1e9 }, '"minLength" of at most 16384'],
    ['an extreme count', { type: 'array', maxItems: 1e9 }, '"maxItems" of at most 1000'],
    ['an invalid length', { type: 'string', maxLength: -1 }, '"maxLength"'],
    ['a minimum above the maximum', { type: 'string', minLength: 3, maxLength: 2 }, 'minLength above its maxLength'],
    ['no number between', { type: 'integer', minimum: 2, maximum: 1 }, 'minimum above its maximum'],
    [
      'lengths that add up',
      props(Object.fromEntries(texts(40).map((name, index) => [name, { type: 'string', maxLength: 900 + index }]))),
      'at most 20000',
    ],
    ['alternatives that begin alike', { anyOf: alike(65) }, 'at most 64'],
    [
      'optional members',
      props(Object.fromEntries(texts(300).map((name) => [name, {}])), []),
      'or 256 optional members',
    ],
    [
      'alternatives that multiply',
      props({
        a: { anyOf: alike(9).map((one) => props({ b: one, c: { anyOf: alike(9) } })) },
        d: { anyOf: alike(65) },
      }),
      'at most 64',
    ],
    [
      'alternatives that begin alike and contain themselves',
      { anyOf: [props({ a: { $ref: '#' }, b: {} }), props({ a: { $ref: '#' }, c: {} }), { type: 'null' }] },
      'begin alike and refer to themselves',
    ],
  ])('refuses %s, quickly, and says why', (_, schema, why) => {
    const startedMs = performance.now();
    expect(() => writeAnswerGrammar(schema)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST', status: 400 }));
    expect(() => writeAnswerGrammar(schema)).toThrow('response_format.json_schema: The schema');
    expect(() => writeAnswerGrammar(schema)).toThrow(why);
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });

  it('follows references past many members', async () => {
    const members = Object.fromEntries(texts(20_000).map((name) => [name, 1]));
    const schema = { anyOf: Array(500).fill({ $ref: '#/$defs/a' }), $defs: { ...members, a: { enum: ['x'] } } };
    await takes(schema, '"x"');
  });

  it('compiles schemas just within the limits', async () => {
    const many = Object.fromEntries(texts(1_990).map((name) => [name, { type: 'string' }]));
    const long = Object.fromEntries(texts(9).map((name, at) => [name, { type: 'string', maxLength: 1_990 + at }]));
    const optional = props(Object.fromEntries(texts(250).map((name) => [name, {}])), []);
    const widest = [optional, { enum: texts(1_000) }, { anyOf: alike(64) }, props(many), props(long), { ...nest(49) }];
    for (const schema of widest) expect(await checker.accepts(writeAnswerGrammar(schema), 'no')).toBe(false);
    await takes({ enum: texts(1_000) }, '"text 999"');
  });
});
