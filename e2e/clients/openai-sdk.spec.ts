import OpenAI from 'openai';
import { expect, test } from '../support/fixtures';
import { createKey } from '../support/operator';

test.describe('the official openai package, with nothing changed but the base address', () => {
  let client: OpenAI;

  test.beforeAll(async ({ farebox }) => {
    client = new OpenAI({ baseURL: `${farebox.url}/api/v1`, apiKey: await createKey(farebox), maxRetries: 0 });
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

  test('streams, and the last chunk tells usage and cost', async () => {
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

  test('stops a stream when it is told so', async () => {
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

  test('throws errors as typed exceptions', async ({ farebox }) => {
    const messages = [{ role: 'user' as const, content: 'Hello' }];
    const stranger = new OpenAI({ baseURL: `${farebox.url}/api/v1`, apiKey: 'SVC_INFERENCE_KEY_wrong', maxRetries: 0 });
    await expect(stranger.chat.completions.create({ model: 'smollm2-135m', messages })).rejects.toThrow(
      OpenAI.AuthenticationError,
    );
    await expect(client.chat.completions.create({ model: 'no-such-model', messages })).rejects.toThrow(
      OpenAI.NotFoundError,
    );
    const tooHot = client.chat.completions.create({ model: 'smollm2-135m', messages, temperature: 3 });
    await expect(tooHot).rejects.toThrow(OpenAI.BadRequestError);
    await expect(tooHot).rejects.toThrow(/temperature|2/);
  });

  test('repeats a request without paying twice', async () => {
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
    // What the client's own type does not know.
    expect(first.data).toHaveProperty('cost.usd', expect.closeTo((before ?? 0) - (after ?? 0), 9));
    const third = await client.chat.completions.create(order, options).withResponse();
    expect(Number(third.response.headers.get('x-svc-balance-usd'))).toBe(after);
  });

  test('is told to wait after too many failures, by an exception of its own', async ({ farebox }) => {
    const clumsy = new OpenAI({ baseURL: `${farebox.url}/api/v1`, apiKey: await createKey(farebox), maxRetries: 0 });
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
    // Another key of the same account goes on.
    expect((await client.models.list()).data.length).toBeGreaterThan(0);
  });
});
