import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tool } from '../../core/chat';
import { writeCallsGrammar } from './calls-grammar';
import { type GrammarChecker, openGrammarChecker } from './test-grammar';

const FIND: Tool = {
  name: 'find',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const FINDER: Tool = { name: 'find_all-2', description: 'No arguments' };
const CALL = '{"name": "find", "arguments": {"city": "Paris"}}';
const OTHER = '{"name": "find_all-2", "arguments": {}}';

let checker: GrammarChecker;
beforeAll(async () => {
  checker = await openGrammarChecker();
});
afterAll(() => checker.close());

describe('calls', () => {
  it('are of the given functions with arguments of their schemas', async () => {
    const grammar = writeCallsGrammar([FIND, FINDER], undefined, false);
    for (const text of [CALL, OTHER]) expect(await checker.accepts(grammar, text)).toBe(true);
    const wrong = [
      '{"name": "lose", "arguments": {}}',
      '{"name": "find", "arguments": {}}',
      '{"name": "find", "arguments": {"city": 3}}',
      '{"name": "find_all-2", "arguments": {"a": 1}}',
      ` ${CALL}`,
      `${CALL}\n</tool_call>`,
    ];
    for (const text of wrong) expect(await checker.accepts(grammar, text)).toBe(false);
  });

  it('are of the named function only', async () => {
    const grammar = writeCallsGrammar([FIND, FINDER], 'find_all-2', false);
    expect(await checker.accepts(grammar, OTHER)).toBe(true);
    expect(await checker.accepts(grammar, CALL)).toBe(false);
  });

  it('may be several, in the layout of the conversation', async () => {
    const grammar = writeCallsGrammar([FIND, FINDER], undefined, true);
    const calls = (count: number): string =>
      Array.from({ length: count }, () => CALL).join('\n</tool_call>\n<tool_call>\n');
    for (const text of [CALL, `${CALL}\n</tool_call>`, calls(2), `${calls(8)}\n</tool_call>`]) {
      expect(await checker.accepts(grammar, text)).toBe(true);
    }
    for (const text of [calls(9), `${CALL}${CALL}`, `${CALL}\n</tool_call>\n<tool_call>\n`]) {
      expect(await checker.accepts(grammar, text)).toBe(false);
    }
  });

  it('have an object as arguments, whatever the schema leaves open', async () => {
    const open = writeCallsGrammar([{ name: 'f', parameters: { type: ['object', 'null'] } }], undefined, false);
    expect(await checker.accepts(open, '{"name": "f", "arguments": {"a": [1]}}')).toBe(true);
    expect(await checker.accepts(open, '{"name": "f", "arguments": null}')).toBe(false);
    const any = writeCallsGrammar([{ name: 'f', parameters: { description: 'whatever' } }], undefined, false);
    expect(await checker.accepts(any, '{"name": "f", "arguments": {"a": 1}}')).toBe(true);
    expect(await checker.accepts(any, '{"name": "f", "arguments": 1}')).toBe(false);
    const self = { $ref: '#/$defs/o', $defs: { o: { type: 'object', properties: { o: { $ref: '#/$defs/o' } } } } };
    const nested = writeCallsGrammar([{ name: 'f', parameters: self }], undefined, false);
    expect(await checker.accepts(nested, '{"name": "f", "arguments": {"o": {"o": {}}}}')).toBe(true);
  });

  it('name the function whose schema cannot be enforced, even if it is not to be called', () => {
    const odd: Tool = { name: 'odd', parameters: { type: 'object', not: {} } };
    for (const only of [undefined, 'find']) {
      expect(() => writeCallsGrammar([FIND, odd], only, true)).toThrow(
        'tools.1.function.parameters: The schema of "odd" must not use "not"',
      );
    }
    const list: Tool = { name: 'list', parameters: { type: 'array' } };
    expect(() => writeCallsGrammar([list], undefined, true)).toThrow(
      'tools.0.function.parameters: The schema of "list" must be of type "object"',
    );
  });

  it('are limited in total as well', () => {
    const many = Array.from({ length: 129 }, (_, at): Tool => ({ name: `f${at}` }));
    expect(() => writeCallsGrammar(many, undefined, true)).toThrow('tools: This model takes at most 128 functions');
    const wide = many.slice(0, 30).map(({ name }): Tool => {
      const properties = Object.fromEntries(many.slice(0, 100).map((one) => [`${name}${one.name}`, {}]));
      return { name, parameters: { type: 'object', properties, required: Object.keys(properties) } };
    });
    expect(() => writeCallsGrammar(wide, undefined, true)).toThrow('at most 2000 schemas in all');
  });
});
