import { describe, expect, it } from 'vitest';
import type { ChatCall } from '../../spec';
import type { SeenCall } from '../dialect';
import type { Lack, Fixture } from '../fixture';
import { run } from './test-run';

const PARAMETERS = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const PIXEL = 'iVBORw0KGgo=';

/** What a request sends upstream. */
export function testRequests(fixture: Fixture): void {
  const ask = async (more: Partial<ChatCall>): Promise<SeenCall> => {
    const { error } = await run(fixture, {}, more);
    expect(error).toBeNull();
    const [seen] = fixture.upstream().requests;
    if (!seen) throw new Error('No request came.');
    const isForced = more.toolChoice === 'required' || typeof more.toolChoice === 'object';
    const isWhole = fixture.way === 'whole' && (fixture.has('whole forced calls') || !isForced);
    expect(fixture.adapter.dialect.asksWhole(seen)).toBe(isWhole);
    return fixture.adapter.dialect.read(seen);
  };
  testSettings(fixture, ask);
  testConversations(fixture, ask);
}

type Ask = (more: Partial<ChatCall>) => Promise<SeenCall>;

function testSettings(fixture: Fixture, ask: Ask): void {
  describe('a request', () => {
    it('names the model, carries the credential and limits the answer', async () => {
      expect(await ask({ model: 'other-model', maxTokens: 77 })).toMatchObject({
        model: 'other-model',
        authorized: true,
        maxTokens: 77,
      });
    });

    const settings: [Lack, Partial<ChatCall>, unknown][] = [
      ['temperature', { sampling: { temperature: 0 } }, 0],
      ['topP', { sampling: { topP: 0.5 } }, 0.5],
      ['topK', { sampling: { topK: 3 } }, 3],
      ['seed', { sampling: { seed: 7 } }, 7],
      ['stop', { stop: ['END', '###'] }, ['END', '###']],
    ];
    const known = settings.filter(([name]) => fixture.has(name));
    it.each(known)('carries %s, and omits it if it is not set', async (name, more, value) => {
      expect(await ask(more)).toMatchObject({ [name]: value });
      const bare = await ask({});
      expect(Object.entries(bare).find(([field]) => field === name)?.[1]).toBeUndefined();
    });

    it.each(['auto', 'none', 'required', { name: 'now' }] as const)(
      'carries tools and the choice %j',
      async (choice) => {
        const tools = [{ name: 'weather', description: 'Returns it', parameters: PARAMETERS }, { name: 'now' }];
        const seen = await ask({ tools, toolChoice: choice });
        // If a format cannot express `none`, the tools are not sent.
        if (choice === 'none' && seen.tools === undefined) return;
        // If one function must be called, it may be sent alone.
        if (typeof choice === 'object' && seen.tools?.length === 1) {
          expect(seen.tools).toMatchObject([choice]);
          if (fixture.has('toolChoice')) expect([choice, 'required']).toContainEqual(seen.toolChoice);
          return;
        }
        expect(seen.tools).toMatchObject([{ name: 'weather', description: 'Returns it' }, { name: 'now' }]);
        expect(seen.tools?.[0]?.parameters).toMatchObject(PARAMETERS);
        if (fixture.has('toolChoice')) expect(seen.toolChoice ?? 'auto').toEqual(choice);
      },
    );

    if (fixture.has('schema')) {
      it('carries the schema of the answer', async () => {
        const seen = await ask({ responseFormat: { type: 'json_schema', name: 'city', schema: PARAMETERS } });
        expect(seen.schema).toMatchObject(PARAMETERS);
      });
    }

    it('forwards no field that changes who answers, the cost or the length', async () => {
      const extra = { model: 'dear', max_tokens: 1e6, n: 8, service_tier: 'priority', stream: false, tools: [{}] };
      const seen = await ask({ extra, maxTokens: 77 });
      expect(seen).toMatchObject({ model: 'some-model', maxTokens: 77 });
      expect(JSON.stringify(fixture.upstream().requests[0]?.body)).not.toMatch(/dear|priority|1000000/);
    });
  });
}

function testConversations(fixture: Fixture, ask: Ask): void {
  describe('a conversation', () => {
    it('keeps its roles and their order', async () => {
      const seen = await ask({
        messages: [
          { role: 'system', content: 'Be kind' },
          { role: 'developer', content: 'Be short' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'Hi ' },
              { type: 'text', text: 'there' },
            ],
          },
          { role: 'assistant', content: 'Hello' },
          { role: 'user', content: 'Bye' },
        ],
      });
      // They may have been merged into one message.
      expect(seen.system).toMatch(/^Be kind\s+Be short$/);
      expect(seen.turns).toMatchObject([
        { role: 'user', text: 'Hi there' },
        { role: 'assistant', text: 'Hello' },
        { role: 'user', text: 'Bye' },
      ]);
    });

    it('sends tool calls and their results back', async () => {
      const calls = [
        { id: 'call_1', name: 'weather', arguments: '{"city":"Oslo"}' },
        { id: 'call_2', name: 'now', arguments: '{}' },
      ];
      const seen = await ask({
        tools: [{ name: 'weather', parameters: PARAMETERS }, { name: 'now' }],
        messages: [
          { role: 'user', content: 'How is it?' },
          { role: 'assistant', content: null, toolCalls: calls },
          { role: 'tool', content: 'rain', toolCallId: 'call_1' },
          { role: 'tool', content: [{ type: 'text', text: 'noon' }], toolCallId: 'call_2' },
        ],
      });
      expect(seen.turns).toMatchObject([
        { role: 'user', text: 'How is it?' },
        { role: 'assistant', text: '', calls: calls.map(({ name, arguments: text }) => ({ name, arguments: text })) },
        { role: 'tool', text: 'rain' },
        { role: 'tool', text: 'noon' },
      ]);
      const [, asking, ...results] = seen.turns;
      expect(results.map(({ callId }) => callId)).toEqual(asking?.calls?.map(({ id }) => id));
    });

    if (!fixture.has('images')) return;
    it('carries images', async () => {
      const url = `data:image/png;base64,${PIXEL}`;
      const seen = await ask({
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'What is it?' },
              { type: 'image', url },
            ],
          },
        ],
      });
      expect(seen.turns).toMatchObject([{ role: 'user', text: 'What is it?', images: [PIXEL] }]);
    });
  });
}
