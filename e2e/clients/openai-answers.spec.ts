import OpenAI from 'openai';
import { expect, test } from '../support/clients';

const messages = [{ role: 'user' as const, content: 'one two three' }];
const SAID = 'You said: one two three';

test.describe('the official openai package on a model that can do everything', () => {
  let client: OpenAI;

  test.beforeAll(({ access }) => {
    client = new OpenAI({ ...access, maxRetries: 0 });
  });

  test('gets log probabilities, several choices, and usage, non-streaming', async ({ upstream }) => {
    const completion = await client.chat.completions.create({
      ...{ model: 'demo', messages, n: 2, seed: 7, logprobs: true, top_logprobs: 2, stop: ['END'] },
    });
    expect(completion.choices.map(({ message }) => message.content)).toEqual([SAID, SAID]);
    const tokens = completion.choices[1]?.logprobs?.content ?? [];
    expect(tokens.map(({ token }) => token).join('')).toBe(SAID);
    expect(tokens[0]).toMatchObject({ logprob: -0.25, bytes: [89, 111, 117, 32] });
    expect(completion.usage).toMatchObject({
      ...{ prompt_tokens: 30, completion_tokens: 12, total_tokens: 42 },
      prompt_tokens_details: { cached_tokens: 8 },
      completion_tokens_details: { reasoning_tokens: 2 },
    });
    expect(upstream.requests.at(-1)?.body).toMatchObject({ n: 2, seed: 7, logprobs: true, top_logprobs: 2 });
  });

  test('streams, with the events of the helper', async () => {
    const stream = client.chat.completions.stream({
      ...{ model: 'demo', messages, logprobs: true, stream_options: { include_usage: true } },
    });
    const seen: string[] = [];
    let text = '';
    stream.on('connect', () => seen.push('connect'));
    stream.on('content', (piece) => (text += piece));
    stream.on('content.done', ({ content }) => seen.push(content));
    stream.on('logprobs.content.done', ({ content }) => seen.push(content.map(({ token }) => token).join('')));
    stream.on('end', () => seen.push('end'));
    const completion = await stream.finalChatCompletion();
    expect(text).toBe(SAID);
    expect(seen[0]).toBe('connect');
    expect(seen.slice(1, -1)).toEqual([SAID, SAID]);
    expect(seen.at(-1)).toBe('end');
    expect(completion.usage?.total_tokens).toBe(42);
  });

  test('streams the model’s thoughts before its answer', async () => {
    const order = { model: 'demo', messages, reasoning_effort: 'high' as const };
    const stream = await client.chat.completions.create({ ...order, stream: true });
    const parts: string[] = [];
    for await (const { choices } of stream) {
      // Not in the client's own type.
      const delta = choices[0]?.delta as { content?: string; reasoning_content?: string } | undefined;
      if (delta?.reasoning_content) parts.push(`(${delta.reasoning_content})`);
      else if (delta?.content) parts.push(delta.content);
    }
    expect(parts.join('')).toBe(`(Let me )(think.)${SAID}`);
    const whole = await client.chat.completions.create(order);
    expect(whole.choices[0]?.message).toMatchObject({ content: SAID, reasoning_content: 'Let me think.' });
  });

  test('aborts a stream, and the model stops', async ({ upstream }) => {
    const leaving = new AbortController();
    const stream = await client.chat.completions.create(
      { model: 'slow', messages, stream: true },
      { signal: leaving.signal },
    );
    let pieces = 0;
    for await (const { choices } of stream) {
      pieces += choices.length;
      if (pieces === 5) leaving.abort();
    }
    expect(pieces).toBeLessThan(20);
    await expect.poll(() => upstream.requests.at(-1)?.leftAfterMs ?? null).not.toBeNull();
    const whole = client.chat.completions.create({ model: 'slow', messages }, { signal: AbortSignal.timeout(200) });
    await expect(whole).rejects.toThrow(OpenAI.APIUserAbortError);
    await expect.poll(() => upstream.requests.at(-1)?.leftAfterMs ?? null).not.toBeNull();
  });
});

test.describe('the official openai package throws typed exceptions', () => {
  let client: OpenAI;

  test.beforeAll(({ access }) => {
    client = new OpenAI({ ...access, maxRetries: 0 });
  });

  /** The exception that a refused request throws. */
  const refusal = async (asked: Promise<unknown>) => {
    const thrown = await asked.then(
      () => null,
      (error: unknown) => error,
    );
    if (!(thrown instanceof OpenAI.APIError)) throw new Error(`not refused: ${String(thrown)}`);
    return thrown;
  };

  test('400, naming the field', async () => {
    const wrong = await refusal(client.chat.completions.create({ model: 'demo', messages, temperature: 3 }));
    expect(wrong).toBeInstanceOf(OpenAI.BadRequestError);
    expect(wrong.message).toMatch(/temperature.*2/);
    expect(await refusal(client.chat.completions.create({ model: 'demo', messages: [] }))).toBeInstanceOf(
      OpenAI.BadRequestError,
    );
    const unable = client.chat.completions.create({ model: 'smollm2-135m', messages, reasoning_effort: 'high' });
    expect((await refusal(unable)).message).toContain('reasoning_effort');
    const url = 'data:image/png;base64,AAAA';
    const blind = [{ role: 'user' as const, content: [{ type: 'image_url' as const, image_url: { url } }] }];
    const refused = await refusal(client.chat.completions.create({ model: 'smollm2-135m', messages: blind }));
    expect(refused).toBeInstanceOf(OpenAI.BadRequestError);
    expect(refused.message).toContain('messages.0.content.0');
  });

  test('401 for a wrong key, 404 for a wrong model', async ({ access }) => {
    const anonymous = new OpenAI({ ...access, apiKey: 'SVC_INFERENCE_KEY_wrong', maxRetries: 0 });
    expect(await refusal(anonymous.chat.completions.create({ model: 'demo', messages }))).toBeInstanceOf(
      OpenAI.AuthenticationError,
    );
    expect(await refusal(client.chat.completions.create({ model: 'no-such-model', messages }))).toBeInstanceOf(
      OpenAI.NotFoundError,
    );
  });

  test('402 if the key has reached its spending limit', async ({ access }) => {
    const { data } = await client.post<{ data: { apiKey: string } }>('/api_keys', {
      body: { apiKeyType: 'INFERENCE', description: 'poor', consumptionLimit: { usd: 0.000001 } },
    });
    const poor = new OpenAI({ ...access, apiKey: data.apiKey, maxRetries: 0 });
    const refused = await refusal(poor.chat.completions.create({ model: 'demo', messages }));
    expect(refused.status).toBe(402);
    expect(refused.message).toMatch(/limit/);
  });

  test('429 for one request too many, and for an upstream that is busy', async () => {
    const asked = Array.from({ length: 3 }, () => client.chat.completions.create({ model: 'rare', messages }));
    const outcomes = await Promise.allSettled(asked);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(refused.length).toBeGreaterThan(0);
    for (const error of refused) expect(error).toBeInstanceOf(OpenAI.RateLimitError);
    const busy = await refusal(client.chat.completions.create({ model: 'busy', messages }));
    expect(busy).toBeInstanceOf(OpenAI.RateLimitError);
    expect(busy.headers?.get('retry-after')).toBe('7');
  });

  test('500 if the upstream fails, and the package’s own retries', async ({ access, upstream }) => {
    expect(await refusal(client.chat.completions.create({ model: 'broken', messages }))).toBeInstanceOf(
      OpenAI.InternalServerError,
    );
    const before = upstream.requests.length;
    const patient = new OpenAI({ ...access, maxRetries: 1 });
    await refusal(patient.chat.completions.create({ model: 'broken', messages }));
    // Two requests, each tried twice by us.
    expect(upstream.requests.length - before).toBeGreaterThan(1);
  });
});
