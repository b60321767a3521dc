import { afterEach, expect, it, vi } from 'vitest';
import { sendRaw, SHOWN_CHARACTERS, type RawAnswer } from './send-raw';

const request = { method: 'GET', path: '/api/v1/models', body: undefined };

afterEach(() => vi.unstubAllGlobals());

/** Sends a request whose response arrives in these chunks. @returns the reported states */
async function collect(pieces: Uint8Array[]): Promise<RawAnswer[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { headers: { 'content-type': 'text/plain' } })));
  const reports: RawAnswer[] = [];
  for await (const answer of sendRaw(request, new AbortController().signal)) reports.push(answer);
  return reports;
}

it('reports many chunks in few steps, and the end once', async () => {
  const reports = await collect(Array.from({ length: 1_000 }, () => new TextEncoder().encode('ab')));
  expect(reports.length).toBeLessThan(20);
  expect(reports.filter(({ ended }) => ended)).toEqual([reports.at(-1)]);
  expect(reports.at(-1)).toMatchObject({ text: 'ab'.repeat(1_000), isCut: false, status: 200, type: 'text/plain' });
});

it('truncates long text and says so', async () => {
  const reports = await collect([new Uint8Array(SHOWN_CHARACTERS).fill(97), new TextEncoder().encode('b')]);
  expect(reports.at(-1)?.text.length).toBe(SHOWN_CHARACTERS);
  expect(reports.at(-1)?.isCut).toBe(true);
});

it('decodes a character split between two chunks, and marks one that was never completed', async () => {
  const [first = 0, second = 0] = new TextEncoder().encode('é');
  expect((await collect([Uint8Array.of(first), Uint8Array.of(second)])).at(-1)?.text).toBe('é');
  expect((await collect([Uint8Array.of(first)])).at(-1)?.text).toBe('\uFFFD');
});

it('shows type and size of an image, not its bytes', async () => {
  const body = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { headers: { 'content-type': 'image/png' } })));
  const reports: RawAnswer[] = [];
  for await (const answer of sendRaw(request, new AbortController().signal)) reports.push(answer);
  expect(reports.at(-1)).toMatchObject({ text: 'image/png, 4 bytes', isCut: false });
});
