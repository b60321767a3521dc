import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, generateObject, generateText, Output, stepCountIs, streamObject, streamText, tool } from 'ai';
import sharp from 'sharp';
import { z } from 'zod';
import { expect, test } from '../support/clients';
import { CITY, WARMER, WEATHER } from '../support/scripted-model';

const City = z.object({ city: z.string(), people: z.number() });
const prompt = 'one two three';
const SAID = 'You said: one two three';

test.describe('the AI SDK, with nothing changed but the base URL', () => {
  let provider: ReturnType<typeof createOpenAICompatible>;

  test.beforeAll(({ access }) => {
    provider = createOpenAICompatible({
      ...access,
      name: 'farebox',
      includeUsage: true,
      supportsStructuredOutputs: true,
    });
  });

  /** The two tools of the scenarios, and the arguments they were called with. */
  function weatherTools() {
    const asked: string[] = [];
    const tools = {
      get_weather: tool({
        description: 'Degrees in a city.',
        inputSchema: z.object({ city: z.string() }),
        execute: ({ city }) => {
          asked.push(city);
          return { degrees: WEATHER[city] ?? 0 };
        },
      }),
      compare: tool({
        inputSchema: z.object({ degrees: z.array(z.number()) }),
        execute: ({ degrees }) => {
          asked.push(degrees.join(' over '));
          return Math.max(...degrees);
        },
      }),
    };
    return { asked, tools };
  }

  test('generates text, with usage', async () => {
    const { text, finishReason, usage } = await generateText({ model: provider('demo'), prompt, maxRetries: 0 });
    expect(text).toBe(SAID);
    expect(finishReason).toBe('stop');
    expect(usage).toMatchObject({ inputTokens: 30, outputTokens: 12, totalTokens: 42 });
  });

  test('streams text', async () => {
    const { textStream, finishReason, usage } = streamText({ model: provider('demo'), prompt });
    const pieces: string[] = [];
    for await (const piece of textStream) pieces.push(piece);
    expect(pieces.join('')).toBe(SAID);
    expect(pieces.length).toBeGreaterThan(3);
    expect(await finishReason).toBe('stop');
    expect(await usage).toMatchObject({ totalTokens: 42 });
  });

  test('reads the model’s thoughts', async () => {
    const order = {
      model: provider('demo'),
      prompt,
      providerOptions: { farebox: { reasoningEffort: 'high' } },
    };
    const whole = await generateText(order);
    expect([whole.reasoningText, whole.text]).toEqual(['Let me think.', SAID]);
    const streamed = streamText(order);
    expect([await streamed.reasoningText, await streamed.text]).toEqual(['Let me think.', SAID]);
  });

  test('uses tools over several steps, non-streaming and streamed', async () => {
    for (const isStreamed of [false, true]) {
      const { asked, tools } = weatherTools();
      const order = {
        model: provider('demo'),
        tools,
        prompt: 'Where is it warmer, in Paris or in Oslo?',
        stopWhen: stepCountIs(5),
      };
      const { text, steps } = isStreamed ? streamText(order) : await generateText(order);
      expect(await text).toBe(WARMER);
      expect(asked).toEqual(['Paris', 'Oslo', '21 over 7']);
      const reasons = (await steps).map(({ finishReason }) => finishReason);
      expect(reasons).toEqual(['tool-calls', 'tool-calls', 'stop']);
    }
  });

  test('generates an object from a schema, non-streaming and streamed', async ({ upstream }) => {
    const order = { model: provider('demo'), schema: City, prompt: 'The largest city of France?' };
    const { object } = await generateObject(order);
    expect(object).toEqual(CITY);
    expect(upstream.requests.at(-1)?.body.response_format).toMatchObject({ type: 'json_schema' });
    const streamed = streamObject(order);
    let partial = 0;
    for await (const part of streamed.partialObjectStream) partial += part.city === undefined ? 0 : 1;
    expect(partial).toBeGreaterThan(1);
    expect(await streamed.object).toEqual(CITY);
    const { prompt: question, model } = order;
    const { output } = await generateText({ model, prompt: question, output: Output.object({ schema: City }) });
    expect(output).toEqual(CITY);
  });

  test('sends an image', async () => {
    const image = await sharp({ create: { width: 80, height: 64, channels: 3, background: '#268' } })
      .png()
      .toBuffer();
    const { text } = await generateText({
      model: provider('demo'),
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image', image, mediaType: 'image/png' },
          ],
        },
      ],
    });
    expect(text).toMatch(/^You said: What is this\? \[\d{2,} bytes of image\]$/);
  });

  test('throws typed errors', async () => {
    const refused = generateText({ model: provider('no-such-model'), prompt, maxRetries: 0 });
    const thrown = await refused.then(
      () => null,
      (error: unknown) => error,
    );
    if (!APICallError.isInstance(thrown)) throw new Error(`not understood: ${String(thrown)}`);
    expect(thrown).toMatchObject({ statusCode: 404, isRetryable: false });
    expect(thrown.responseBody).toContain('MODEL_NOT_FOUND');
  });

  test('does the same on the embedded model: text, a stream, an object, a tool', async () => {
    const short = { model: provider('smollm2-135m'), maxOutputTokens: 24, temperature: 0, maxRetries: 0 };
    const question = { ...short, prompt: 'What is the capital of France?' };
    expect((await generateText(question)).text).toContain('Paris');
    expect(await streamText(question).text).toContain('Paris');
    const schema = z.object({ city: z.enum(['Paris', 'Oslo']) });
    const { object } = await generateObject({ ...question, schema });
    expect(schema.safeParse(object).error).toBeUndefined();
    const look = tool({ inputSchema: schema });
    for (const toolChoice of ['required', { type: 'tool', toolName: 'look' }] as const) {
      const { toolCalls } = await generateText({ ...short, tools: { look }, toolChoice, prompt: 'Look Paris up.' });
      expect(toolCalls[0]).toMatchObject({ toolName: 'look', input: { city: expect.stringMatching(/Paris|Oslo/) } });
    }
  });
});
