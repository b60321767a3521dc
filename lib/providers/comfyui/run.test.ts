import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMFY_NODES } from '../conformance/images/wires/comfyui';
import { DOT } from '../conformance/images/wire';
import type { ImageCall } from '../image-spec';
import { makeComfyUi } from './provider';

/** A server without a socket, whose prompts end when the test says so, and which does not answer for a while. */
let server: Server;
/** Ids of prompts, with their text, oldest first. */
let submitted: { id: string; text: string }[] = [];
const done = new Set<string>();
/** How many requests for the history are cut off, or refused with a status. */
let failing: ('cut' | number)[] = [];

const OUTPUTS = { '9': { images: [{ filename: 'a.png', subfolder: '', type: 'temp' }] } };

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? '';
  let body = '';
  for await (const piece of request) body += String(piece);
  const [, id = ''] = /^\/history\/(.+)$/.exec(url) ?? [];
  if (url === '/prompt') {
    const { prompt_id: promptId, prompt } = JSON.parse(body) as { prompt_id: string; prompt: typeof COMFY_NODES };
    submitted.push({ id: promptId, text: prompt['6'].inputs.text });
    return void response.end(JSON.stringify({ prompt_id: promptId }));
  }
  const failure = id === '' ? undefined : failing.shift();
  if (failure === 'cut') return void request.socket.destroy();
  if (failure !== undefined) response.statusCode = failure;
  const entry = { status: { status_str: 'success', completed: true }, outputs: OUTPUTS };
  if (id !== '') return void response.end(JSON.stringify(done.has(id) ? { [id]: entry } : {}));
  response.end(url.startsWith('/view') ? DOT.bytes : '{}');
}

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  submitted = [];
  done.clear();
  failing = [];
});

const inputs = { prompt: [{ node: '6', input: 'text' }] };
const draw = (more: Partial<ImageCall> = {}) => {
  const { port } = server.address() as AddressInfo;
  const workflows = new Map([['draws', { nodes: COMFY_NODES, inputs }]]);
  const { drawImage } = makeComfyUi({ id: 'lab', baseUrl: `http://127.0.0.1:${port}`, workflows });
  const { signal } = new AbortController();
  const call = { model: 'draws', prompt: 'a kite', width: 64, height: 64, seed: 1, signal, ...more };
  return drawImage?.(call) ?? Promise.reject(new Error('cannot draw'));
};
const finish = (at: number) => done.add(submitted[at]?.id ?? '');
const prompts = (count: number) => expect.poll(() => submitted.length, { timeout: 10_000 }).toBe(count);

it('gives the server a few prompts at a time, and the next one by account', async () => {
  const drawn = ['1', '2', '3', '4'].map((prompt) => draw({ account: 'one', prompt }));
  await prompts(2);
  drawn.push(draw({ account: 'another', prompt: '5' }));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(submitted.map(({ text }) => text)).toEqual(['1', '2']);
  for (const count of [3, 4, 5]) {
    finish(count - 3);
    await prompts(count);
  }
  expect(submitted.map(({ text }) => text)).toEqual(['1', '2', '5', '3', '4']);
  finish(3);
  finish(4);
  expect(await Promise.all(drawn)).toHaveLength(5);
});

describe('a report of the state that fails', () => {
  it('does not end the work, a few times in a row', async () => {
    failing = [502, 'cut', 503, 200, 502];
    const drawing = draw();
    await expect.poll(() => failing.length, { timeout: 10_000 }).toBe(0);
    finish(0);
    expect((await drawing).image?.mime).toBe('image/png');
    expect(submitted).toHaveLength(1);
  });

  it('ends it if it goes on', async () => {
    failing = Array<number>(20).fill(502);
    await expect(draw()).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
    expect(failing.length).toBeGreaterThan(10);
  });
});
