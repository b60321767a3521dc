import { describe, expect, it } from 'vitest';
import { gather, type Gathered } from '../../../chat/answer/gather';
import { isApiError } from '../../../core/errors';
import type { ChatCall } from '../../spec';
import type { Step } from '../dialect';
import type { Fixture } from '../fixture';
import type { Play } from '../scenario-upstream';
import { run, usageOf } from './test-run';

const USAGE: Step = { usage: { promptTokens: 10, completionTokens: 20 } };
const OSLO: Step = { call: { index: 0, id: 'call_1', name: 'weather', arguments: '{"city":"Oslo"}' } };
const TOOLS: Partial<ChatCall> = { tools: [{ name: 'weather' }, { name: 'now' }] };

const CASES: [string, Play, Partial<ChatCall>][] = [
  ['text', {}, {}],
  [
    'text that is split anywhere',
    { steps: [{ text: 'Grüße ' }, { text: '🙂' }, { finish: 'stop' }], bytesAtATime: 3 },
    {},
  ],
  ['no text', { steps: [{ finish: 'stop' }, USAGE] }, {}],
  ['text without a report', { steps: [{ text: 'Yes' }, { finish: 'stop' }] }, {}],
  ['an end at the limit', { steps: [{ text: 'Yes' }, { finish: 'length' }, USAGE] }, {}],
  ['an end by a filter', { steps: [{ finish: 'content_filter' }, USAGE] }, {}],
  [
    'reasoning',
    { steps: [{ reasoning: 'Hm' }, { reasoning: ', so.' }, { text: 'Yes' }, { finish: 'stop' }, USAGE] },
    {},
  ],
  [
    'signed reasoning before text',
    { steps: [{ reasoning: 'Hm' }, { reasoning: '', signature: 'c2ln' }, { text: 'Yes' }, { finish: 'stop' }, USAGE] },
    {},
  ],
  [
    'signed reasoning before a call',
    { steps: [{ reasoning: 'Hm' }, { reasoning: '', signature: 'c2ln' }, OSLO, { finish: 'tool_calls' }, USAGE] },
    TOOLS,
  ],
  [
    'text and calls',
    {
      steps: [
        { text: 'Let me see.' },
        OSLO,
        { call: { index: 1, id: 'call_2', name: 'now', arguments: '' } },
        { finish: 'tool_calls' },
        USAGE,
      ],
    },
    TOOLS,
  ],
  ['a call at the limit', { steps: [OSLO, { finish: 'length' }, USAGE] }, TOOLS],
  ['a call of a tool that was not declared', { steps: [OSLO, { finish: 'tool_calls' }, USAGE] }, {}],
  [
    'JSON, which some formats have the model send by a tool',
    { steps: [{ call: { index: 0, id: 'call_1', name: 'json', arguments: '{"a":1}' } }, { finish: 'tool_calls' }] },
    { model: 'claude-sonnet-4-0', responseFormat: { type: 'json_object' } },
  ],
  [
    'usage with its parts',
    {
      steps: [
        { text: 'Yes' },
        { finish: 'stop' },
        {
          usage: { promptTokens: 90, completionTokens: 9, cachedTokens: 40, cacheWriteTokens: 20, reasoningTokens: 4 },
        },
      ],
    },
    {},
  ],
  ['a refusal of the request', { refusal: { status: 400, message: 'temperature is too high' } }, {}],
  ['overload', { refusal: { status: 429, headers: { 'retry-after': '17' } } }, {}],
  ['a failure', { refusal: { status: 500, message: 'CUDA out of memory' } }, {}],
  ['a failure by a page', { raw: { status: 503, type: 'text/html', text: '<html>busy</html>' } }, {}],
  ['a page', { raw: { type: 'text/html', text: '<html>Welcome</html>' } }, {}],
  ['an error of a usual status', { steps: [{ error: { status: 429, message: 'busy' } }] }, {}],
  ['a break', { cutAfter: 0 }, {}],
];

/** Plays the same for both ways of asking: the caller gets the same, and is charged for the same. */
export function testBothWays(streamed: Fixture, whole: Fixture): void {
  describe('an answer in one piece', () => {
    const cases = CASES.filter(([name]) => streamed.has('stream errors') || name !== 'an error of a usual status');
    it.each(cases)('is what the stream would be: %s', async (_, play, more) => {
      expect(await outcomeOf(whole, play, more)).toEqual(await outcomeOf(streamed, play, more));
    });

    it('of several choices is what the streams would be', async () => {
      // Alike, because nothing decides which of several requests arrives first.
      const steps = [0, 1].flatMap((choice): Step[] => [
        { text: 'Good day', choice },
        { finish: 'stop', choice },
      ]);
      const play: Play = { steps: [...steps, USAGE] };
      const both = await outcomeOf(whole, play, { choices: 2 });
      expect(both).toEqual(await outcomeOf(streamed, play, { choices: 2 }));
      expect(both).toMatchObject({
        answer: [
          [0, { text: 'Good day' }],
          [1, { text: 'Good day' }],
        ],
        error: null,
      });
    });
  });
}

/** What the caller gets. Ids that were made here count as equal. */
async function outcomeOf(fixture: Fixture, play: Play, more: Partial<ChatCall>): Promise<unknown> {
  const { parts, error } = await run(fixture, play, more);
  const answer: Gathered = new Map();
  if (error === null) for (const part of parts) gather(answer, part);
  const choices = [...answer].sort(([a], [b]) => a - b);
  const outcome = { answer: choices, usage: error === null ? usageOf(parts) : null, error: refusalOf(error) };
  const text = JSON.stringify(outcome, (_, value: unknown) => (value instanceof Map ? [...value] : value));
  return JSON.parse(text.replaceAll(/call_[0-9a-f]{24}/g, 'call_made'));
}

function refusalOf(error: unknown): unknown {
  if (error === null) return null;
  return isApiError(error) ? { code: error.code, message: error.message, options: error.options } : 'no ApiError';
}
