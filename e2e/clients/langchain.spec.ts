import { AIMessageChunk, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI, type ChatOpenAIFields } from '@langchain/openai';
import { z } from 'zod';
import { expect, test } from '../support/clients';
import { CITY, WARMER, WEATHER } from '../support/scripted-model';

const City = z.object({ city: z.string(), people: z.number() });
const SAID = 'You said: one two three';

test.describe('LangChain, with nothing changed but the base URL', () => {
  let chat: (model: string, more?: ChatOpenAIFields) => ChatOpenAI;

  test.beforeAll(({ access: { apiKey, baseURL } }) => {
    chat = (model, more = {}) => new ChatOpenAI({ model, apiKey, configuration: { baseURL }, maxRetries: 0, ...more });
  });

  const getWeather = tool(({ city }: { city: string }) => String(WEATHER[city]), {
    name: 'get_weather',
    description: 'Degrees in a city.',
    schema: z.object({ city: z.string() }),
  });

  test('invokes, with usage', async () => {
    const answer = await chat('demo').invoke('one two three');
    expect(answer.content).toBe(SAID);
    expect(answer.usage_metadata).toMatchObject({ input_tokens: 30, output_tokens: 12, total_tokens: 42 });
    expect(answer.response_metadata).toMatchObject({ finish_reason: 'stop' });
  });

  test('streams', async () => {
    let whole: AIMessageChunk | undefined;
    let pieces = 0;
    for await (const piece of await chat('demo').stream('one two three')) {
      whole = whole ? whole.concat(piece) : piece;
      pieces += 1;
    }
    expect(whole?.content).toBe(SAID);
    expect(whole?.usage_metadata?.total_tokens).toBe(42);
    expect(pieces).toBeGreaterThan(3);
  });

  test('asks in batches', async () => {
    const answers = await chat('demo').batch(['one', 'two', 'three'], { maxConcurrency: 2 });
    expect(answers.map(({ content }) => content)).toEqual(['You said: one', 'You said: two', 'You said: three']);
  });

  test('binds tools and sends their results back, non-streaming and streamed', async () => {
    const model = chat('demo').bindTools([getWeather]);
    const question = new HumanMessage('Where is it warmer, in Paris or in Oslo?');
    let streamed = new AIMessageChunk('');
    for await (const piece of await model.stream([question])) streamed = streamed.concat(piece);
    for (const asked of [await model.invoke([question]), streamed]) {
      expect(asked.tool_calls?.map(({ name, args }) => [name, args])).toEqual(
        Object.keys(WEATHER).map((city) => ['get_weather', { city }]),
      );
      const results = await Promise.all((asked.tool_calls ?? []).map((call) => getWeather.invoke(call)));
      expect(results.every((result) => ToolMessage.isInstance(result))).toBe(true);
      const answer = await model.invoke([question, asked, ...(results as ToolMessage[])]);
      expect(answer.content).toBe(WARMER);
    }
  });

  for (const method of ['jsonSchema', 'functionCalling', 'jsonMode'] as const) {
    test(`gets structured output by ${method}`, async () => {
      const model = chat('demo').withStructuredOutput(City, { name: 'city', method });
      expect(await model.invoke('The largest city of France, as JSON?')).toEqual(CITY);
    });
  }

  test('does the same on the embedded model: text, a stream, an object, a tool', async () => {
    const model = chat('smollm2-135m', { temperature: 0, maxTokens: 24 });
    const question = 'What is the capital of France?';
    expect((await model.invoke(question)).content).toContain('Paris');
    let text = '';
    for await (const piece of await model.stream(question)) text += String(piece.content);
    expect(text).toContain('Paris');
    const schema = z.object({ city: z.enum(['Paris', 'Oslo']) });
    const structured = model.withStructuredOutput(schema, { name: 'city', method: 'jsonSchema' });
    expect(schema.safeParse(await structured.invoke(question)).error).toBeUndefined();
    const look = tool(({ city }: { city: string }) => city, { name: 'look', description: 'Looks a city up.', schema });
    for (const choice of ['required', 'look']) {
      const { tool_calls: calls } = await model.bindTools([look], { tool_choice: choice }).invoke('Look Paris up.');
      expect(calls?.[0]).toMatchObject({ name: 'look', args: { city: expect.stringMatching(/Paris|Oslo/) } });
    }
  });
});
