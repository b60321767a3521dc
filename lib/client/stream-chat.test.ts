import { describe, expect, it } from 'vitest';
import { isApiFailure, type ApiFailure } from './failure';
import { readAnswer, type ChatEvent } from './stream-chat';

const signal = new AbortController().signal;

function frames(...chunks: unknown[]): string {
  return chunks.map((chunk) => `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`).join('');
}

function streamed(text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, { headers: { 'content-type': 'text/event-stream', 'cf-ray': 'aa-SVC', ...headers } });
}

async function play(
  response: Response,
  serviceId = 'svc',
): Promise<{ events: ChatEvent[]; failure: ApiFailure | null }> {
  const events: ChatEvent[] = [];
  try {
    for await (const event of readAnswer(response, { signal, serviceId, sentAt: performance.now() }))
      events.push(event);
  } catch (thrown) {
    if (!isApiFailure(thrown)) throw thrown;
    return { events, failure: thrown };
  }
  return { events, failure: null };
}

const delta = (change: object, finish: string | null = null) => ({
  id: 'chatcmpl-1',
  choices: [{ index: 0, delta: change, finish_reason: finish }],
});

describe('readAnswer', () => {
  it('yields calls, data to send back, and sources in different vendors’ layouts', async () => {
    const { events } = await play(
      streamed(
        frames(
          {
            choices: [],
            svc_parameters: { web_search_citations: [{ title: 'A', url: 'https://a' }, { title: 'no' }] },
          },
          delta({ reasoning_content: 'hm', reasoning_details: [{ type: 'x' }], thought_signature: 's' }),
          delta({ tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'get', arguments: '' } }] }),
          delta({ tool_calls: [{ index: 0, function: { arguments: '{}' } }, { function: {} }, null] }),
          delta({
            annotations: [{ type: 'url_citation', url_citation: { url: 'https://b', title: 'B' } }, { type: 'x' }],
          }),
          delta({ citations: ['https://c', 7] }),
          '[DONE]',
        ),
      ),
    );
    const received = events.map((event) => ('sinceMs' in event ? { ...event, sinceMs: 0 } : event));
    expect(received.slice(1)).toEqual([
      { type: 'citations', citations: [{ title: 'A', url: 'https://a' }] },
      { type: 'reasoning', text: 'hm', sinceMs: 0 },
      { type: 'reasoning_details', details: [{ type: 'x' }] },
      { type: 'thought_signature', signature: 's' },
      { type: 'call', index: 0, id: 'c', name: 'get', arguments: '', sinceMs: 0 },
      { type: 'call', index: 0, arguments: '{}', sinceMs: 0 },
      { type: 'citations', citations: [{ title: 'B', url: 'https://b' }] },
      { type: 'citations', citations: [{ title: '', url: 'https://c' }] },
    ]);
  });

  it('yields an empty list of sources only if the service says that it found nothing', async () => {
    const { events } = await play(
      streamed(
        frames({ choices: [], svc_parameters: { web_search_citations: [] } }, delta({ citations: [] }), '[DONE]'),
      ),
    );
    expect(events.slice(1)).toEqual([{ type: 'citations', citations: [] }]);
  });

  it('yields text, reasoning, finish, and usage with its cost', async () => {
    const usage = {
      prompt_tokens: 31,
      completion_tokens: 2,
      prompt_tokens_details: { cached_tokens: 16 },
      completion_tokens_details: null,
    };
    const { events, failure } = await play(
      streamed(
        frames(
          { choices: [], svc_parameters: {} },
          delta({ role: 'assistant', content: '' }),
          delta({ reasoning_content: 'hm' }),
          delta({ content: 'Four.' }),
          delta({}, 'stop'),
          { choices: [], usage, cost: { usd: 0.0000101, diem: 0 } },
          '[DONE]',
          delta({ content: 'never read' }),
        ),
        { 'x-svc-balance-usd': '0.9' },
      ),
    );
    expect(failure).toBeNull();
    expect(events).toEqual([
      { type: 'accepted', requestId: 'aa-SVC', balanceUsd: '0.9', balanceDiem: null },
      { type: 'reasoning', text: 'hm', sinceMs: expect.any(Number) },
      { type: 'text', text: 'Four.', sinceMs: expect.any(Number) },
      { type: 'finish', reason: 'stop' },
      {
        type: 'usage',
        usage: {
          promptTokens: 31,
          completionTokens: 2,
          cachedTokens: 16,
          reasoningTokens: 0,
          usd: '0.0000101',
          diem: '0',
        },
        sinceMs: expect.any(Number),
      },
    ]);
  });

  it('formats tiny and zero costs as decimals', async () => {
    const costOf = async (usd: number) => {
      const { events } = await play(streamed(frames({ choices: [], usage: {}, cost: { usd, diem: 0 } }, '[DONE]')));
      const last = events.at(-1);
      return last?.type === 'usage' ? last.usage.usd : null;
    };
    expect(await costOf(1e-9)).toBe('0.000000001');
    expect(await costOf(0)).toBe('0');
    expect(await costOf(100)).toBe('100');
    expect(await costOf(0.1)).toBe('0.1');
  });

  it('reads the balance with another service name', async () => {
    const { events } = await play(streamed(frames('[DONE]'), { 'x-acme-balance-usd': '2.5' }), 'acme');
    expect(events[0]).toMatchObject({ balanceUsd: '2.5' });
  });

  it('throws an error frame after the preceding text', async () => {
    const frame = {
      error: { message: 'Busy.', type: 'server_error', code: 'model_overloaded', param: null, retry_after: 4.2 },
    };
    const { events, failure } = await play(streamed(frames(delta({ content: 'Half' }), frame, '[DONE]')));
    expect(events.at(-1)).toMatchObject({ type: 'text', text: 'Half' });
    expect(failure).toMatchObject({
      status: 200,
      code: 'model_overloaded',
      message: 'Busy.',
      retryAfterSeconds: 5,
      requestId: 'aa-SVC',
    });
  });

  it('distinguishes a stream that broke off from one that ended', async () => {
    const { failure } = await play(streamed(frames(delta({ content: 'Half' }))));
    expect(failure).toMatchObject({ code: 'OFFLINE', requestId: 'aa-SVC' });
  });

  it('rejects frames that are not JSON objects', async () => {
    expect((await play(streamed(frames('{"half":')))).failure).toMatchObject({ code: 'UNREADABLE' });
    expect((await play(streamed(frames('7')))).failure).toMatchObject({ code: 'UNREADABLE' });
  });
});

describe('failures before the answer', () => {
  const failed = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    play(
      new Response(typeof body === 'string' ? body : JSON.stringify(body), {
        status,
        headers: { 'cf-ray': 'bb-SVC', ...headers },
      }),
    );

  it('reads the standard, the detailed and the OpenAI-style body', async () => {
    const issues = [{ code: 'too_big', path: ['seed'], message: 'Must be less', maximum: 3 }, 'nonsense'];
    expect((await failed(400, { error: 'Invalid', code: 'INVALID_REQUEST', issues })).failure).toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'Invalid',
      issues: [{ path: ['seed'], message: 'Must be less' }],
      requestId: 'bb-SVC',
      charged: false,
    });
    const nested = { error: { message: 'Too long.', code: 'context_length_exceeded' } };
    expect((await failed(400, nested)).failure).toMatchObject({
      code: 'context_length_exceeded',
      message: 'Too long.',
    });
    expect(
      (await failed(429, { error: 'Slow', code: 'RATE_LIMIT_EXCEEDED' }, { 'retry-after': '12' })).failure,
    ).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      retryAfterSeconds: 12,
    });
  });

  it('treats a missing or ended session as signed out, but not an empty balance', async () => {
    expect((await failed(402, { x402Version: 2, accepts: [] })).failure).toMatchObject({ code: 'SIGNED_OUT' });
    expect((await failed(401, { error: 'Bad', code: 'AUTHENTICATION_FAILED' })).failure).toMatchObject({
      code: 'SIGNED_OUT',
    });
    expect((await failed(402, { error: 'Empty', code: 'INSUFFICIENT_BALANCE' })).failure).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
    });
  });

  it('has a message for a body that is not JSON', async () => {
    expect((await failed(502, '<html>')).failure).toMatchObject({
      code: 'UNKNOWN_ERROR',
      status: 502,
      message: expect.stringContaining('502'),
    });
  });
});
