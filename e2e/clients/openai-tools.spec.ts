import OpenAI from 'openai';
import { zodFunction, zodResponseFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { expect, test } from '../support/clients';
import { CITY, WARMER, WEATHER } from '../support/scripted-model';

const City = z.object({ city: z.string(), people: z.number() });
const question = { role: 'user' as const, content: 'Where is it warmer, in Paris or in Oslo?' };

test.describe('the official openai package with tools and schemas', () => {
  let client: OpenAI;

  test.beforeAll(({ access }) => {
    client = new OpenAI({ ...access, maxRetries: 0 });
  });

  /** The two tools of the scenarios, and the arguments they were called with. */
  function tools() {
    const asked: string[] = [];
    const list = [
      zodFunction({
        name: 'get_weather',
        description: 'Degrees in a city.',
        parameters: z.object({ city: z.string() }),
        function: ({ city }) => {
          asked.push(city);
          return String(WEATHER[city]);
        },
      }),
      zodFunction({
        name: 'compare',
        parameters: z.object({ degrees: z.array(z.number()) }),
        function: ({ degrees }) => {
          asked.push(degrees.join(' over '));
          return String(Math.max(...degrees));
        },
      }),
    ];
    return { asked, list };
  }

  test('gets several calls at once, and an answer to their results', async () => {
    const order = { model: 'demo', tools: tools().list.slice(0, 1), messages: [question] };
    const { choices } = await client.chat.completions.create(order);
    const [first] = choices;
    expect(first).toMatchObject({ finish_reason: 'tool_calls', message: { role: 'assistant' } });
    if (!first) return;
    const calls = first.message.tool_calls ?? [];
    expect(calls).toEqual(
      Object.keys(WEATHER).map((city, index) => ({
        ...{ id: `call_${index}`, type: 'function' },
        function: { name: 'get_weather', arguments: JSON.stringify({ city }) },
      })),
    );
    const results = calls.map(({ id }, index) => ({
      ...{ role: 'tool' as const, tool_call_id: id },
      content: String(Object.values(WEATHER)[index]),
    }));
    const answer = await client.chat.completions.create({ ...order, messages: [question, first.message, ...results] });
    expect(answer.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: WARMER } });
  });

  for (const stream of [false, true]) {
    test(`runs tools over several rounds${stream ? ', streamed' : ''}`, async ({ upstream }) => {
      const { asked, list } = tools();
      const order = { model: 'demo', messages: [question], tools: list };
      const before = upstream.requests.length;
      const runner = stream
        ? client.chat.completions.runTools({ ...order, stream: true })
        : client.chat.completions.runTools(order);
      expect(await runner.finalContent()).toBe(WARMER);
      expect(asked).toEqual(['Paris', 'Oslo', '21 over 7']);
      expect((await runner.totalUsage()).completion_tokens).toBe(36);
      const rounds = upstream.requests.slice(before).map(({ body }) => body.messages as { role: string }[]);
      expect(rounds.map((messages) => messages.map(({ role }) => role).join(' '))).toEqual([
        'user',
        'user assistant tool tool',
        'user assistant tool tool assistant tool',
      ]);
    });
  }

  test('assembles the calls of a stream, with its events', async () => {
    const stream = client.chat.completions.stream({ model: 'demo', messages: [question], tools: tools().list });
    const done: unknown[] = [];
    let pieces = 0;
    stream.on('tool_calls.function.arguments.delta', () => (pieces += 1));
    stream.on('tool_calls.function.arguments.done', ({ parsed_arguments: parsed }) => done.push(parsed));
    const completion = await stream.finalChatCompletion();
    expect(done).toEqual([{ city: 'Paris' }, { city: 'Oslo' }]);
    expect(pieces).toBeGreaterThan(2);
    expect(completion.choices[0]?.finish_reason).toBe('tool_calls');
    expect(completion.choices[0]?.message.tool_calls).toHaveLength(2);
  });

  test('gets structured output, parsed, non-streaming and streamed', async ({ upstream }) => {
    const order = {
      model: 'demo',
      messages: [{ role: 'user' as const, content: 'The largest city of France?' }],
      response_format: zodResponseFormat(City, 'city'),
    };
    const whole = await client.chat.completions.parse(order);
    expect(whole.choices[0]?.message.parsed).toEqual(CITY);
    expect(upstream.requests.at(-1)?.body.response_format).toEqual(order.response_format);
    const stream = client.chat.completions.stream(order);
    const snapshots: unknown[] = [];
    stream.on('content.delta', ({ parsed }) => snapshots.push(parsed));
    expect((await stream.finalChatCompletion()).choices[0]?.message.parsed).toEqual(CITY);
    expect(snapshots.length).toBeGreaterThan(2);
  });
});
