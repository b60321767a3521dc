import OpenAI from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { expect, test } from '../support/clients';
import { createKey } from '../support/operator';

/** The parameters of the scenarios' tool. */
const ANIMAL = {
  type: 'object',
  properties: { animal: { type: 'string', enum: ['dog', 'cat'] } },
  required: ['animal'],
  additionalProperties: false,
};

test.describe('the official openai package on the embedded model, with nothing changed but the base URL', () => {
  let client: OpenAI;

  test.beforeAll(({ access }) => {
    client = new OpenAI({ ...access, maxRetries: 0 });
  });

  test('lists and retrieves models', async () => {
    const models = await client.models.list();
    expect(models.data.map((model) => model.id)).toContain('smollm2-135m');
    expect(await client.models.retrieve('smollm2-135m')).toMatchObject({ id: 'smollm2-135m', object: 'model' });
  });

  test('chats', async () => {
    const completion = await client.chat.completions.create({
      model: 'smollm2-135m',
      messages: [{ role: 'user', content: 'What is the capital of France?' }],
      max_completion_tokens: 24,
      temperature: 0,
    });
    expect(completion.object).toBe('chat.completion');
    expect(completion.choices[0]?.message.content).toContain('Paris');
    expect(completion.usage?.total_tokens).toBe(
      (completion.usage?.prompt_tokens ?? 0) + (completion.usage?.completion_tokens ?? 0),
    );
    expect(completion).toHaveProperty('cost.usd');
  });

  test('resolves the name that clients send without asking', async () => {
    const completion = await client.chat.completions.create({
      model: 'gpt-4o-mini',
      messages: [{ role: 'user', content: 'Say hello.' }],
      max_tokens: 8,
    });
    expect(completion.model).toBe('smollm2-135m');
  });

  test('streams, and the last chunk reports usage and cost', async () => {
    const stream = await client.chat.completions.create({
      model: 'smollm2-135m',
      messages: [{ role: 'user', content: 'Count from one to five.' }],
      max_completion_tokens: 32,
      stream: true,
    });
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' });
    expect(chunks.flatMap((chunk) => chunk.choices.map((choice) => choice.delta.content ?? '')).join('')).not.toBe('');
    expect(new Set(chunks.map((chunk) => chunk.id)).size).toBe(1);
    const last = chunks.at(-1);
    expect(last?.choices).toEqual([]);
    expect(last?.usage?.completion_tokens).toBeGreaterThan(0);
    expect(last).toHaveProperty('cost.usd');
  });

  test('stops a stream when aborted', async () => {
    const stream = await client.chat.completions.create({
      model: 'smollm2-135m',
      messages: [{ role: 'user', content: 'Write a long story about the sea.' }],
      stream: true,
    });
    let chunks = 0;
    for await (const chunk of stream) {
      chunks += chunk.choices.length;
      if (chunks >= 5) stream.controller.abort();
    }
    expect(chunks).toBeLessThan(50);
  });

  test('gets structured output, parsed', async () => {
    const Animal = z.object({ name: z.enum(['dog', 'cat']), legs: z.int().min(0).max(8), wild: z.boolean() });
    const completion = await client.chat.completions.parse({
      model: 'smollm2-135m',
      messages: [{ role: 'user', content: 'Describe a dog as JSON.' }],
      max_completion_tokens: 60,
      response_format: zodResponseFormat(Animal, 'animal'),
    });
    expect(Animal.safeParse(completion.choices[0]?.message.parsed).error).toBeUndefined();
    expect(completion.choices[0]?.finish_reason).toBe('stop');
  });

  for (const choice of ['required', { type: 'function' as const, function: { name: 'look_up' } }] as const) {
    test(`gets the call of a tool that is ${choice === 'required' ? choice : 'named'}`, async () => {
      const { choices } = await client.chat.completions.create({
        model: 'smollm2-135m',
        max_completion_tokens: 40,
        messages: [{ role: 'user', content: 'How many legs has a dog?' }],
        tools: [{ type: 'function', function: { name: 'look_up', parameters: ANIMAL } }],
        tool_choice: choice,
      });
      const [first] = choices;
      expect(first?.finish_reason).toBe('tool_calls');
      const call = first?.message.tool_calls?.[0];
      if (call?.type !== 'function') throw new Error('no call of a function');
      expect(call.function.name).toBe('look_up');
      expect(['dog', 'cat']).toContain((JSON.parse(call.function.arguments) as { animal: string }).animal);
    });
  }

  test('sends the result of a tool back', async () => {
    const called = {
      id: 'call_1',
      type: 'function' as const,
      function: { name: 'look_up', arguments: '{"animal":"dog"}' },
    };
    const { choices } = await client.chat.completions.create({
      model: 'smollm2-135m',
      max_completion_tokens: 12,
      messages: [
        { role: 'user', content: 'How many legs has a dog?' },
        { role: 'assistant', content: null, tool_calls: [called] },
        { role: 'tool', tool_call_id: 'call_1', content: 'A dog has 4 legs.' },
      ],
    });
    expect(choices[0]?.message.content).toBeTruthy();
  });

  test('gets several choices, and the same ones for the same seed', async () => {
    const order = {
      model: 'smollm2-135m',
      messages: [{ role: 'user' as const, content: 'Invent a name for a boat.' }],
      max_completion_tokens: 6,
      temperature: 1,
      n: 2,
      seed: 7,
    };
    const texts = async () =>
      (await client.chat.completions.create(order)).choices.map(({ message }) => message.content);
    const first = await texts();
    expect(new Set(first).size).toBe(2);
    expect(await texts()).toEqual(first);
  });

  test('repeats a request without being charged twice', async () => {
    const order = {
      model: 'smollm2-135m',
      messages: [{ role: 'user' as const, content: 'Say hello.' }],
      max_completion_tokens: 8,
    };
    const options = { headers: { 'Idempotency-Key': 'the-very-same' } };
    const first = await client.chat.completions.create(order, options).withResponse();
    const again = await client.chat.completions.create(order, options).withResponse();
    expect(again.data).toEqual(first.data);
    expect(again.response.headers.get('idempotent-replayed')).toBe('true');
    const [before, after] = [first, again].map(({ response }) => Number(response.headers.get('x-svc-balance-usd')));
    // Not in the client's own type.
    expect(first.data).toHaveProperty('cost.usd', expect.closeTo((before ?? 0) - (after ?? 0), 9));
    const third = await client.chat.completions.create(order, options).withResponse();
    expect(Number(third.response.headers.get('x-svc-balance-usd'))).toBe(after);
  });

  test('gets a typed exception with a retry delay after too many failures', async ({ farebox, access }) => {
    const clumsy = new OpenAI({ ...access, apiKey: await createKey(farebox), maxRetries: 0 });
    for (let turn = 0; turn < 21; turn += 1) {
      await expect(clumsy.models.retrieve('no-such-model')).rejects.toThrow(OpenAI.NotFoundError);
    }
    const refused = await clumsy.models.list().then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(refused).toBeInstanceOf(OpenAI.RateLimitError);
    const { headers } = refused as InstanceType<typeof OpenAI.RateLimitError>;
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
    // Another key of the same account keeps working.
    expect((await client.models.list()).data.length).toBeGreaterThan(0);
  });
});
