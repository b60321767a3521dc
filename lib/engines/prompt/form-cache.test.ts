import { describe, expect, it } from 'vitest';
import { ApiError } from '../../core/errors';
import type { EnginePrompt } from './conversation';
import { makeFormCache } from './form-cache';
import { planAnswer } from './plan-answer';

const turns: EnginePrompt['turns'] = [{ role: 'user', text: 'Who are you?' }];
const tools = [{ name: 'look', parameters: { type: 'object', properties: { at: { type: 'string' } } } }];
const responseFormat = { type: 'json_schema' as const, name: 'who', schema: { type: 'object', properties: {} } };

function counting() {
  let planned = 0;
  const cached = makeFormCache((...given) => {
    planned += 1;
    return planAnswer(...given);
  });
  return { cached, planned: () => planned };
}

describe('the form of an answer', () => {
  it('is planned once for the same request', () => {
    const { cached, planned } = counting();
    for (const prompt of [
      { turns, responseFormat },
      { turns, tools },
      { turns, tools: [...tools], responseFormat: { ...responseFormat }, toolChoice: 'required' as const },
    ]) {
      const before = planned();
      const form = cached(prompt);
      expect(form).toEqual(planAnswer(prompt));
      expect(cached({ ...prompt, turns: [] }, true)).toBe(form);
      expect(planned()).toBe(before + 1);
    }
  });

  it('is planned again if the tools, the choice, the format or the number of calls differ', () => {
    const { cached } = counting();
    const given: [EnginePrompt, boolean?][] = [
      [{ turns }],
      [{ turns, tools }],
      [{ turns, tools }, false],
      [{ turns, tools, toolChoice: 'required' }],
      [{ turns, tools, toolChoice: 'none' }],
      [{ turns, tools, responseFormat }],
      [{ turns, responseFormat }],
      [{ turns, responseFormat: { type: 'json_object' } }],
    ];
    for (const one of [...given, ...given.toReversed()]) expect(cached(...one)).toEqual(planAnswer(...one));
  });

  it('is refused each time if it cannot be enforced', () => {
    const { cached } = counting();
    const prompt = { turns, responseFormat: { ...responseFormat, schema: { not: {} } } };
    for (let n = 0; n < 2; n += 1) expect(() => cached(prompt)).toThrow(ApiError);
  });
});
