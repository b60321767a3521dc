import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ChatCall, ContentPart } from '../spec';
import { LARGE_MEDIA_CHARACTERS, largeMedia } from './large-media';
import { ask, type Recorder, startRecorder } from './test-recorded';
import type { VendorUpstream } from './vendor';

let recorder: Recorder;
beforeAll(async () => {
  recorder = await startRecorder();
});
afterAll(() => recorder.stop());
afterEach(() => vi.restoreAllMocks());

type Make = (baseUrl: string) => VendorUpstream;
const apiKey = 'sk-operators-own';
const bedrock = { id: 'lab', kind: 'amazon-bedrock' as const, region: 'eu-west-1' };
const GOOGLE: Make = (baseUrl) => ({ id: 'lab', kind: 'google', baseUrl, apiKey });
const VENDORS: [string, Make][] = [
  ['anthropic', (baseUrl) => ({ id: 'lab', kind: 'anthropic', baseUrl, apiKey })],
  ['google', GOOGLE],
  ['amazon-bedrock with a key', (baseUrl) => ({ ...bedrock, baseUrl, credentials: { apiKey } })],
];
const SIGNING: Make = (baseUrl) => ({
  ...bedrock,
  baseUrl,
  credentials: { accessKeyId: 'AKIAOPERATOR', secretAccessKey: 'operators-secret' },
});

const media = (bytes: number) => [0, 1, 2].map((shift) => randomBytes(bytes + shift).toString('base64'));
const SMALL = media(48);
const LARGE = media(300_000);
/** Media of the maximum length that is not large. */
const AT_BOUND = randomBytes((LARGE_MEDIA_CHARACTERS / 4) * 3).toString('base64');

/** Two images, a document, the first image again, and texts beyond ASCII between them. */
function messagesOf([one = '', two = '', pdf = '']: string[]): ChatCall['messages'] {
  const image = (type: string, base64: string): ContentPart => ({
    type: 'image',
    url: `data:${type};base64,${base64}`,
  });
  return [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'text', text: 'Was ist das? 🦊 "Łódź"\n' }, image('image/png', one)] },
    { role: 'assistant', content: 'A fox.' },
    {
      role: 'user',
      content: [
        image('image/jpeg', two),
        image('application/pdf', pdf),
        image('image/png', one),
        { type: 'text', text: 'And these?' },
      ],
    },
  ];
}

/** The body that reaches the server. */
async function sent(make: Make, messages: ChatCall['messages']): Promise<Record<string, unknown>> {
  recorder.play({ status: 400, type: 'application/json', body: '{"message":"seen"}' });
  await ask(make(recorder.origin), { messages });
  expect(recorder.requests).toHaveLength(1);
  return recorder.requests[0]?.body ?? {};
}

/** Starts recording, and returns the length of the longest JSON that was written since. */
function watchJson(): () => number {
  const stringify = vi.spyOn(JSON, 'stringify');
  return () => Math.max(...stringify.mock.results.map(({ value }) => String(value).length));
}

describe.each(VENDORS)('large media for %s', (_, make) => {
  it('arrive as if they were small, and its package never sees them', async () => {
    const small = JSON.stringify(await sent(make, messagesOf(SMALL)));
    const expected = SMALL.reduce((text, base64, at) => text.replaceAll(base64, LARGE[at] ?? ''), small);
    for (const base64 of SMALL) expect(small).toContain(base64);
    const longest = watchJson();
    const body = await sent(make, messagesOf(LARGE));
    expect(longest()).toBeLessThan(2_000);
    // Not compared with expect, which would print all of it.
    expect(JSON.stringify(body) === expected).toBe(true);
    expect(recorder.requests[0]?.headers).toMatchObject({ 'content-length': String(Buffer.byteLength(expected)) });
  });

  it('are sent together with small ones', async () => {
    const body = JSON.stringify(await sent(make, messagesOf([AT_BOUND, LARGE[1] ?? '', SMALL[2] ?? ''])));
    for (const base64 of [AT_BOUND, LARGE[1], SMALL[2]]) expect(body.includes(`"${base64}"`)).toBe(true);
  });
});

it('audio of any size arrives', async () => {
  const audio = (data: string): ChatCall['messages'] => [
    { role: 'user', content: [{ type: 'audio', data, format: 'wav' }] },
  ];
  const [small = '', large = ''] = [SMALL[0], LARGE[0]];
  const expected = JSON.stringify(await sent(GOOGLE, audio(small))).replace(small, large);
  expect(JSON.stringify(await sent(GOOGLE, audio(large))) === expected).toBe(true);
});

it('a package that signs its body gets everything', async () => {
  const longest = watchJson();
  const body = await sent(SIGNING, messagesOf(LARGE));
  expect(longest()).toBeGreaterThan(4 * 400_000);
  expect(JSON.stringify(body).split(LARGE[0] ?? '')).toHaveLength(3);
});

describe('a placeholder', () => {
  const fox = 'Zm94'.repeat(100_000);
  /** Everything of a body, and its longest slice. */
  const read = async (body: ReturnType<ReturnType<typeof largeMedia>['fill']>) => {
    if (typeof body === 'string') return { text: body, longest: 0 };
    const slices: Uint8Array[] = [];
    for await (const slice of body.slices) slices.push(slice);
    const bytes = Buffer.concat(slices);
    expect(bytes.byteLength).toBe(body.byteLength);
    return { text: bytes.toString(), longest: Math.max(...slices.map(({ byteLength }) => byteLength)) };
  };

  it('is short, base64, and different each time', () => {
    const { placeholderFor } = largeMedia(1_000);
    const all = [placeholderFor(fox), placeholderFor(fox), largeMedia(1_000).placeholderFor(fox)];
    expect(new Set(all).size).toBe(3);
    for (const text of all) {
      expect(text.length).toBeLessThan(100);
      expect(Buffer.from(text, 'base64').toString('base64')).toBe(text);
    }
    expect(placeholderFor('Zm94')).toBe('Zm94');
  });

  it('is replaced wherever it is, in slices', async () => {
    const { placeholderFor, fill } = largeMedia(1_000);
    const [one, two] = [placeholderFor(fox), placeholderFor(`AAAA${fox}`)];
    const json = (first: string, second: string) =>
      `{"ä🦊":"${first}","url":"data:x;base64,${second}","l":["${first}"]}`;
    const { text, longest } = await read(fill(json(one, two)));
    expect(text === json(fox, `AAAA${fox}`)).toBe(true);
    expect(longest).toBeLessThan(300_000);
  });

  it('of another request is ordinary text', async () => {
    const other = largeMedia(1_000).placeholderFor(fox);
    const { placeholderFor, fill } = largeMedia(1_000);
    expect((await read(fill(`["${other}","${placeholderFor(fox)}"]`))).text === `["${other}","${fox}"]`).toBe(true);
    expect(largeMedia(1_000).fill(`["${other}"]`)).toBe(`["${other}"]`);
  });

  it.each<[string, (text: string) => string]>([
    ['is missing', () => ''],
    ['is cut', (text) => text.slice(0, -1)],
    ['has another number', (text) => `${text.slice(0, -1)}7`],
    ['has no number', (text) => `${text.slice(0, -1)}z`],
    ['is written differently', (text) => text.toUpperCase()],
  ])('that %s fails the request', (_, change) => {
    const { placeholderFor, fill } = largeMedia(1_000);
    const text = change(placeholderFor(fox));
    expect(() => fill(JSON.stringify([text]))).toThrowError(
      expect.objectContaining({ code: 'INFERENCE_FAILED' }) as Error,
    );
  });
});
