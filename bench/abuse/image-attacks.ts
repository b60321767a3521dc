import { connect } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';
import { setTimeout as sleep } from 'node:timers/promises';
import { postRaw } from '../../e2e/support/raw-body';
import { testForm, type TestPart } from '../../lib/http/body/form/test-form';
import type { Attack } from './attack';

/** The pause after a refusal: without it, every attack would be a flood of requests. */
const REFUSED_PAUSE_MS = 5;
const PIECE_BYTES = 65_536;
const LARGEST_FILE = 24_900_000;
/** Pixels per side of a bomb: the most that is decoded, and far more than that. */
const LARGEST_SIDE = 5_760;
const BOMB_SIDE = 60_000;
const EDIT = '/api/v1/image/edit';
const GENERATE = '/api/v1/image/generate';
/** How long a file is left unread: longer than it takes to draw one. */
const UNREAD_MS = 8_000;

const prompt: TestPart = { name: 'prompt', content: 'Make it black and white' };
const image = (content: Uint8Array): TestPart => ({ name: 'image', file: 'a.png', content });

/** A form that is made when its attack begins: some take a second, and 25 MB. */
type LazyForm = () => ReturnType<typeof testForm>;

const lazyForm = (parts: () => TestPart[], boundary?: string): LazyForm => {
  let made: ReturnType<typeof testForm> | null = null;
  return () => (made ??= testForm(parts(), boundary));
};

/** Sends the same form again and again. @param cutBytes how much of its end is never sent */
const send = (form: LazyForm, connections = 8, cutBytes = 0): Attack => ({
  connections,
  round: async ({ url, greedy: key }, _n, until) => {
    const { body, contentType: type } = form();
    const stopAfter = body.byteLength - cutBytes;
    const post = { path: EDIT, key, type, length: body.byteLength, pieces: piecesOf(body), stopAfter };
    const reply = await postRaw(url, post, { until });
    if (reply === null || reply.status !== 200) await sleep(REFUSED_PAUSE_MS);
  },
});

function* piecesOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.byteLength; at += PIECE_BYTES) yield body.subarray(at, at + PIECE_BYTES);
}

/** A PNG of one color that is small as a file and large when decoded. */
function bomb(side: number): Buffer {
  const row = Buffer.alloc(1 + Math.ceil(side / 8));
  const rows = deflateSync(Buffer.concat(Array.from({ length: Math.min(side, 8_000) }, () => row)), { level: 9 });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // One bit per pixel, gray.
  header[8] = 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), content]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(content.byteLength);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([head, typed, sum]);
}

/** A square as large as can be drawn, in the encoding that makes the longest answer. */
const drawing = (more: object) =>
  JSON.stringify({ model: 'default', prompt: 'A busy market', width: 1_280, height: 1_280, format: 'png', ...more });
const VARIANTS = drawing({ variants: 4 });
const FILE = drawing({ return_binary: true, seed: 1 });

/** Draws the same again and again. @param headers lines, each with its line end */
const draw = (body: string, connections: number, headers = ''): Attack => ({
  connections,
  round: async ({ url, greedy: key }, _n, until) => {
    const reply = await postRaw(url, { path: GENERATE, key, headers, length: body.length, pieces: [body] }, { until });
    if (reply === null || reply.status !== 200) await sleep(REFUSED_PAUSE_MS);
  },
});

/** Leaves large files unread. */
const unread: Attack = {
  connections: 40,
  round: async ({ url, greedy }, _n, until) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(
      `POST ${GENERATE} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${greedy}\r\n` +
        `content-type: application/json\r\ncontent-length: ${FILE.length}\r\n\r\n${FILE}`,
    );
    await Promise.race([sleep(UNREAD_MS), until]);
    socket.destroy();
  },
};

const manyParts = () => Array.from({ length: 1_000 }, (_, at) => ({ name: `f${at}`, content: 'x' }));
/** Line ends and dashes, which may each be the beginning of a boundary. */
const almostBoundaries = () => Buffer.from('\r\n--b'.repeat(LARGEST_FILE / 5));
const FEW = 4;
const MANY = 40;

/** Attacks through images and forms. */
export const IMAGE_ATTACKS: Record<string, Attack> = {
  'forms of a thousand parts': send(lazyForm(manyParts)),
  'forms of large files': send(
    lazyForm(() => [prompt, image(Buffer.alloc(LARGEST_FILE, 1))]),
    FEW,
  ),
  'forms almost of boundaries': send(
    lazyForm(() => [prompt, image(almostBoundaries())], 'bound'),
    FEW,
  ),
  'huge boundaries': send(lazyForm(() => [prompt], 'b'.repeat(6_000))),
  'long part headers': send(lazyForm(() => [{ name: 'n'.repeat(500_000), content: '' }])),
  'decompression bombs': send(lazyForm(() => [prompt, image(bomb(BOMB_SIDE))])),
  'largest images': send(lazyForm(() => [prompt, image(bomb(LARGEST_SIDE))])),
  'forms that never end': send(
    lazyForm(() => [prompt, image(Buffer.alloc(LARGEST_FILE))]),
    MANY,
    100,
  ),
  'four large variants': draw(VARIANTS, FEW),
  'large files that nobody reads': unread,
  'repeats of a large file': draw(FILE, MANY, 'idempotency-key: the-very-same-image\r\n'),
};
