/** Weights from the Hugging Face hub, or from a mirror with the same layout. */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { upstreamFetch, type UpstreamReply } from '../../platform/fetch';
import type { WeightsFile, WeightsSource } from './weights-file';
import { sha256Of } from './checksum';
import { sizeOf } from './partial';

/**
 * Timeouts of the hub: until an answer begins, and between two pieces of a body. Connecting has its own five seconds.
 */
export type HubPatience = { firstByteMs: number; idleMs: number };

const PATIENCE: HubPatience = { firstByteMs: 15_000, idleMs: 30_000 };
/** A slow connection may take hours for the larger model; silence ends a download, not its duration. */
const WHOLE_MS = 12 * 3_600_000;

/** One fetch from the hub. */
export type HubFetch = {
  entry: WeightsFile;
  source: Extract<WeightsSource, { kind: 'hub' }>;
  /** Base address, without a trailing slash. */
  endpoint: string;
  token?: string;
  /** The partial file; a previous run's is resumed. */
  part: string;
  patience?: HubPatience;
  onBytes: (doneBytes: number, totalBytes: number) => void;
  signal?: AbortSignal;
};

/** What the hub's headers report of a file: the LFS object's SHA-256 (`X-Linked-Etag`) and size. */
type HubHeaders = { sha256?: string; bytes?: number };

/** How often in a row a broken connection is resumed without a new byte. */
const MAX_FRUITLESS = 3;
const PAUSE_MS = 500;
const MAX_REDIRECTS = 5;
const SHA256 = /^"?([0-9a-f]{64})"?$/i;

/**
 * Downloads the entry's file into `part` and checks it.
 * @returns the SHA-256 of what `part` now holds: the manifest's, or the one in the hub's LFS metadata
 * @throws Error if the hub cannot be reached, does not have the file or has another one, or hangs
 */
export async function fetchFromHub(fetch: HubFetch): Promise<string> {
  // The partial file of a previous run may belong to an older version: a wrong checksum gets one fresh start.
  for (let tries = (await sizeOf(fetch.part)) > 0 ? 2 : 1; tries > 0; tries -= 1) {
    const sha256 = await download(fetch);
    if ((await sha256Of(fetch.part, fetch.signal)) === sha256) return sha256;
    await rm(fetch.part, { force: true });
  }
  throw new Error('the checksum is wrong');
}

/** Downloads `part` to its end, over as many connections as it takes. Returns the hash that it should have. */
async function download(fetch: HubFetch): Promise<string> {
  let fruitless = 0;
  for (;;) {
    const before = await sizeOf(fetch.part);
    if (fetch.entry.sha256 && before === fetch.entry.bytes && !fetch.source.ownHash) return fetch.entry.sha256;
    try {
      return await downloadRest(fetch, before);
    } catch (thrown) {
      fetch.signal?.throwIfAborted();
      const after = await sizeOf(fetch.part);
      fruitless = after > before ? 0 : fruitless + 1;
      // A hub that has sent nothing yet is not retried: the next source is waiting.
      if (isFinal(thrown) || after === 0 || fruitless >= MAX_FRUITLESS) throw thrown;
      await sleep(PAUSE_MS, undefined, { signal: fetch.signal });
    }
  }
}

async function downloadRest(fetch: HubFetch, before: number): Promise<string> {
  const { reply, announced } = await openFile(fetch, before);
  try {
    const pinned = fetch.entry.sha256;
    const isOther = pinned !== undefined && announced.sha256 !== undefined && announced.sha256 !== pinned;
    if (isOther && !fetch.source.ownHash) throw final(`the hub has another file (sha256 ${announced.sha256})`);
    const sha256 = isOther ? announced.sha256 : (pinned ?? announced.sha256);
    if (!sha256) throw final('the hub reports no checksum');
    // Nothing left to send: the checksum says whether what we have is the file.
    if (reply.status === 416 && before > 0) return sha256;
    if (reply.status !== 200 && reply.status !== 206) throw final(`the hub returned ${reply.status}`);
    // A server without range support sends the whole file again.
    const start = reply.status === 206 ? before : 0;
    const known = isOther ? announced.bytes : (fetch.entry.bytes ?? announced.bytes);
    const total = known ?? start + Number(reply.header('content-length') ?? 0);
    const file = createWriteStream(fetch.part, { flags: start > 0 ? 'a' : 'w' });
    await pipeline(Readable.from(counted(fetch, reply, start, total)), file, { signal: fetch.signal });
    return sha256;
  } finally {
    reply.cancel();
  }
}

/** The body's pieces; a body shorter or longer than announced is an error. A total of 0 means unknown. */
async function* counted(fetch: HubFetch, reply: UpstreamReply, start: number, total: number) {
  let done = start;
  for await (const piece of reply.pieces()) {
    done += piece.byteLength;
    if (total > 0 && done > total) throw final('the hub sends more than it announced');
    fetch.onBytes(done, total);
    yield piece;
  }
  if (done < total) throw new Error('the connection broke off');
}

/** Follows redirects by hand, because the token must not reach the storage host that the hub redirects to. */
async function openFile(fetch: HubFetch, from: number): Promise<{ reply: UpstreamReply; announced: HubHeaders }> {
  const { source, endpoint, token, entry, signal } = fetch;
  const home = new URL(endpoint);
  const announced: HubHeaders = {};
  let url = new URL(`${endpoint}/${source.repository}/resolve/${source.revision}/${encodeURIComponent(entry.file)}`);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const headers: Record<string, string> = {};
    if (from > 0) headers.range = `bytes=${from}-`;
    if (token && url.origin === home.origin) headers.authorization = `Bearer ${token}`;
    const times = { ...PATIENCE, ...fetch.patience, wholeMs: WHOLE_MS };
    const reply = await upstreamFetch({ url: url.href, method: 'GET', headers, signal, times });
    announced.sha256 ??= SHA256.exec(reply.header('x-linked-etag') ?? '')?.[1]?.toLowerCase();
    announced.bytes ??= Number(reply.header('x-linked-size')) || undefined;
    const location = reply.header('location');
    if (reply.status < 300 || reply.status >= 400 || !location) return { reply, announced };
    reply.cancel();
    url = new URL(location, url);
    if (home.protocol === 'https:' && url.protocol !== 'https:')
      throw final('the hub redirects to an unencrypted connection');
  }
  throw final('the hub redirects endlessly');
}

const FINAL = Symbol.for('farebox.weights.final');

/** An error that a retry will not change. */
function final(message: string): Error {
  return Object.assign(new Error(message), { [FINAL]: true });
}

function isFinal(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && FINAL in thrown;
}
