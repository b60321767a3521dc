import { afterEach, expect, it, vi } from 'vitest';
import { sendRaw, SHOWN_CHARACTERS, type RawAnswer } from './send-raw';

const request = { method: 'GET', path: '/api/v1/models', body: undefined };

afterEach(() => vi.unstubAllGlobals());

/** Sends a request whose response arrives in these chunks. @returns the reported states */
async function tell(pieces: Uint8Array[]): Promise<RawAnswer[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { headers: { 'content-type': 'text/plain' } })));
  const told: RawAnswer[] = [];
  for await (const answer of sendRaw(request, new AbortController().signal)) told.push(answer);
  return told;
}

it('reports many chunks in few steps, and the end once', async () => {
  const told = await tell(Array.from({ length: 1_000 }, () => new TextEncoder().encode('ab')));
  expect(told.length).toBeLessThan(20);
  expect(told.filter(({ ended }) => ended)).toEqual([told.at(-1)]);
  expect(told.at(-1)).toMatchObject({ text: 'ab'.repeat(1_000), isCut: false, status: 200, type: 'text/plain' });
});

it('keeps what is shown within its bound and says so', async () => {
  const told = await tell([new Uint8Array(SHOWN_CHARACTERS).fill(97), new TextEncoder().encode('b')]);
  expect(told.at(-1)?.text.length).toBe(SHOWN_CHARACTERS);
  expect(told.at(-1)?.isCut).toBe(true);
});

it('decodes a character split between two chunks, and marks one that was never completed', async () => {
  const [first = 0, second = 0] = new TextEncoder().encode('é');
  expect((await tell([Uint8Array.of(first), Uint8Array.of(second)])).at(-1)?.text).toBe('é');
  expect((await tell([Uint8Array.of(first)])).at(-1)?.text).toBe('\uFFFD');
});
