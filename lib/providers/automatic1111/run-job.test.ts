import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { toBase64 } from '../conformance/images/wire';
import type { ImageCall, ImageProgress } from '../image-spec';
import { makeAutomatic1111 } from './provider';

/** A server whose works end when the test says so, and whose current work may be another client's. */
let server: Server;
let current: string | undefined;
let working: ServerResponse[] = [];
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (/txt2img|extra-single-image/.test(request.url ?? '')) return void working.push(response);
    const body = { progress: 0.5, current_image: null, current_task: current };
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  current = undefined;
  working = [];
  asked.length = 0;
});

const provider = () =>
  makeAutomatic1111({ id: 'lab', baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
const draw = (more: Partial<ImageCall> = {}) => {
  const { signal } = new AbortController();
  const call = { model: 'sd', prompt: 'a kite', width: 64, height: 64, seed: 1, signal, ...more };
  return provider().drawImage?.(call) ?? Promise.reject(new Error('cannot draw'));
};
const finish = () => working.shift()?.end(JSON.stringify({ images: [toBase64(undefined)], info: '{"seed":5}' }));
const works = (count: number) => expect.poll(() => working.length, { timeout: 5_000 }).toBe(count);

it('gives the server one request at a time', async () => {
  const both = [draw({ account: 'a' }), draw({ account: 'b' })];
  await works(1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(working.length).toBe(1);
  finish();
  await works(1);
  finish();
  expect((await Promise.all(both)).map(({ seed }) => seed)).toEqual([5, 5]);
});

it('a caller who leaves while waiting costs nothing', async () => {
  const first = draw();
  await works(1);
  const controller = new AbortController();
  const second = draw({ signal: controller.signal });
  controller.abort(new Error('left'));
  await expect(second).rejects.toThrow('left');
  finish();
  await first;
  expect(asked).toEqual(['/sdapi/v1/txt2img']);
});

it('neither reports nor interrupts the work of another client', async () => {
  current = 'task(of-another)';
  const reports: ImageProgress[] = [];
  const controller = new AbortController();
  const drawing = draw({ signal: controller.signal, onProgress: (report) => reports.push(report) });
  await expect.poll(() => asked.filter((path) => path.includes('/progress')).length, { timeout: 5_000 }).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  controller.abort(new Error('left'));
  await expect(drawing).rejects.toThrow('left');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(reports).toEqual([]);
  expect(asked).not.toContain('/sdapi/v1/interrupt');
});

it('interrupts its own before the next one begins', async () => {
  const controller = new AbortController();
  const drawing = draw({ signal: controller.signal });
  const next = draw();
  await works(1);
  controller.abort(new Error('left'));
  await expect(drawing).rejects.toThrow('left');
  await works(2);
  working.shift();
  finish();
  await next;
  expect(asked).toEqual([
    '/sdapi/v1/txt2img',
    '/sdapi/v1/progress?skip_current_image=true',
    '/sdapi/v1/interrupt',
    '/sdapi/v1/txt2img',
  ]);
});

it('does not interrupt the work of another client, also without a report of progress', async () => {
  current = 'task(of-another)';
  const controller = new AbortController();
  const drawing = draw({ signal: controller.signal });
  const next = draw();
  await works(1);
  controller.abort(new Error('left'));
  await expect(drawing).rejects.toThrow('left');
  await works(2);
  working.shift();
  finish();
  await next;
  expect(asked).not.toContain('/sdapi/v1/interrupt');
});

it('enlarges in the same queue, and stops that, too', async () => {
  const drawing = draw();
  await works(1);
  const controller = new AbortController();
  const image = { bytes: new Uint8Array(3), mime: 'image/png' as const, width: 1, height: 1 };
  const enlarging = provider().upscaleImage?.({
    model: 'R-ESRGAN 4x+',
    image,
    scale: 2,
    creativity: 0,
    signal: controller.signal,
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(working.length).toBe(1);
  finish();
  await drawing;
  await works(1);
  controller.abort(new Error('left'));
  await expect(enlarging).rejects.toThrow('left');
  await expect.poll(() => asked.at(-1), { timeout: 5_000 }).toBe('/sdapi/v1/interrupt');
});
