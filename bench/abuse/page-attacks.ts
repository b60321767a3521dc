import { setTimeout as sleep } from 'node:timers/promises';
import { zipSync, strToU8 } from 'fflate';
import { postRaw } from '../../e2e/support/raw-body';
import { testForm } from '../../lib/http/body/form/test-form';
import type { Attack } from './attack';
import type { EVIL_PATHS } from './evil-site';

/** The pause after a refusal: without it, every attack would be a flood of requests. */
const REFUSED_PAUSE_MS = 5;
const CONNECTIONS = 16;
const PIECE_BYTES = 65_536;
const BOMB_BYTES = 400_000_000;

/** Reads the same page again and again, under another address each time, so that none is kept. */
const scrape = (path: (typeof EVIL_PATHS)[number]): Attack => ({
  connections: CONNECTIONS,
  round: async ({ url, greedy: key, evilHost }, n, until) => {
    const body = JSON.stringify({ url: `http://${evilHost}${path}?n=${n}-${Math.random()}` });
    const post = { path: '/api/v1/augment/scrape', key, length: Buffer.byteLength(body), pieces: [body] };
    const reply = await postRaw(url, post, { until });
    if (reply === null || reply.status !== 200) await sleep(REFUSED_PAUSE_MS);
  },
});

let form: ReturnType<typeof testForm> | null = null;

/** A document that is small as a file and large when unpacked; made when its attack begins. */
function bombForm(): ReturnType<typeof testForm> {
  return (form ??= testForm([
    {
      name: 'file',
      file: 'a.docx',
      content: zipSync({
        '[Content_Types].xml': strToU8('<Types/>'),
        'word/document.xml': new Uint8Array(BOMB_BYTES),
      }),
    },
  ]));
}

function* piecesOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.byteLength; at += PIECE_BYTES) yield body.subarray(at, at + PIECE_BYTES);
}

/** Attacks through pages and documents that the service is asked to read. */
export const PAGE_ATTACKS: Record<string, Attack> = {
  'pages of 100 MB': scrape('/100-megabytes'),
  'pages without an end': scrape('/endless'),
  'gzip bombs': scrape('/gzip-bomb'),
  'slow pages': scrape('/slow'),
  'redirects to private addresses': scrape('/redirect-inside'),
  'pages of nested tags': scrape('/nested'),
  'documents that are zip bombs': scrape('/zip-bomb.docx'),
  'parsing zip bombs': {
    connections: CONNECTIONS,
    round: async ({ url, greedy: key }, _n, until) => {
      const { body, contentType: type } = bombForm();
      const post = { path: '/api/v1/augment/text-parser', key, type, length: body.byteLength, pieces: piecesOf(body) };
      const reply = await postRaw(url, post, { until });
      if (reply === null || reply.status !== 200) await sleep(REFUSED_PAUSE_MS);
    },
  },
};
