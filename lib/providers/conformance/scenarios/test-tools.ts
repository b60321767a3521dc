import { describe, expect, it } from 'vitest';
import type { ChatCall } from '../../spec';
import type { Step } from '../dialect';
import type { Fixture } from '../fixture';
import { gather, type Gathered, run } from './test-run';

const TOOLS: Partial<ChatCall> = {
  tools: [
    {
      name: 'weather',
      description: 'Returns it',
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
    },
    { name: 'now' },
  ],
};
const END: Step[] = [{ finish: 'tool_calls' }, { usage: { promptTokens: 10, completionTokens: 20 } }];
const OSLO = '{"city":"Oslo"}';

/** Tool calls. */
export function testTools(fixture: Fixture): void {
  describe('a tool call', () => {
    it('has its id, its name and its arguments, and ends the choice', async () => {
      const steps: Step[] = [{ call: { index: 0, id: 'call_1', name: 'weather', arguments: OSLO } }, ...END];
      const { parts, error } = await run(fixture, { steps }, TOOLS);
      expect(error).toBeNull();
      const [choice] = gather(parts);
      expect(callsOf(choice)).toEqual([['weather', { city: 'Oslo' }]]);
      expect(choice?.finishes).toEqual(['tool_calls']);
    });

    it('may follow text', async () => {
      const steps: Step[] = [
        { text: 'Let me see.' },
        { call: { index: 0, id: 'call_1', name: 'weather', arguments: OSLO } },
        ...END,
      ];
      const [choice] = gather((await run(fixture, { steps }, TOOLS)).parts);
      expect(choice?.text).toBe('Let me see.');
      expect(callsOf(choice)).toEqual([['weather', { city: 'Oslo' }]]);
    });

    it('without arguments has an empty object', async () => {
      const steps: Step[] = [{ call: { index: 0, id: 'call_1', name: 'now', arguments: '' } }, ...END];
      const [choice] = gather((await run(fixture, { steps }, TOOLS)).parts);
      expect(callsOf(choice)).toEqual([['now', {}]]);
    });

    it('may come with another one', async () => {
      const steps: Step[] = [
        { call: { index: 0, id: 'call_1', name: 'weather', arguments: OSLO } },
        { call: { index: 1, id: 'call_2', name: 'weather', arguments: '{"city":"Rome"}' } },
        ...END,
      ];
      const [choice] = gather((await run(fixture, { steps }, TOOLS)).parts);
      expect(callsOf(choice)).toEqual([
        ['weather', { city: 'Oslo' }],
        ['weather', { city: 'Rome' }],
      ]);
      expect(new Set(choice?.calls.map(({ id }) => id)).size).toBe(2);
    });

    if (!fixture.has('fragments')) return;
    it('may come in fragments', async () => {
      const steps: Step[] = [
        { call: { index: 0, id: 'call_1', name: 'weather', arguments: '' } },
        { call: { index: 0, arguments: '{"ci' } },
        { call: { index: 0, arguments: 'ty":"Tromsø"}' } },
        { call: { index: 1, id: 'call_2', name: 'now', arguments: '' } },
        { call: { index: 1, arguments: '{}' } },
        ...END,
      ];
      const { parts } = await run(fixture, { steps, bytesAtATime: 3 }, TOOLS);
      expect(callsOf(gather(parts)[0])).toEqual([
        ['weather', { city: 'Tromsø' }],
        ['now', {}],
      ]);
    });
  });
}

function callsOf(choice: Gathered | undefined): [string, unknown][] | undefined {
  return choice?.calls.map(({ name, arguments: text }) => [name, JSON.parse(text)]);
}
