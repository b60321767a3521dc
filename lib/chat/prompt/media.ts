import { invalidField } from '../../core/errors';
import { encodeBase64 } from '../../media/base64';
import { checkAddress } from '../../media/check-address';
import { checkAudio } from '../../media/check-audio';
import { checkImage } from '../../media/check-image';
import { checkVideo } from '../../media/check-video';
import type { JobCaller } from '../../platform/child/pool';
import { extractText } from '../../media/extract-text';
import { failureNote, formatFile } from '../../media/format-file';
import { mediaError } from '../../media/media-error';
import { readMedia } from '../../media/read-media';
import type { TextModel } from '../../models/model';
import { addBytes, type MemoryLease } from '../../platform/sharing/memory-shares';
import { findProvider } from '../../providers/registry';
import type { ContentPart } from '../../providers/spec';
import type { AnyPart, Message } from '../request/message';
import { cacheOf, toTextPart } from './content';

/** A part of a user's message as the model gets it. */
export type ResolvedPart = ContentPart;

/** The caller, and the request's memory lease, which fetched media count toward. */
type MediaCaller = JobCaller & { lease: MemoryLease | null };

/** A part and its path in the request. */
type MediaLocation = { part: AnyPart; path: (string | number)[] };

/** Maximum size of an image, video, or file. Source: docs/api-rules.md, "Media bounds". */
const MAX_BYTES = 25_000_000;
/** Bounds per request: all media, media to fetch, total bytes, and the time to fetch and read them. */
const MAX_MEDIA = 200;
const MAX_FETCHED = 40;
const MAX_TOTAL_BYTES = 50_000_000;
const MAX_TOTAL_MS = 60_000;
/** How many parts are processed at a time. */
const MAX_PARALLEL = 4;
/** Copies held of each fetched byte: itself, its base64 and the text for the upstream. */
const COPIES = 4;
/** Maximum text taken from one file. */
const MAX_FILE_CHARACTERS = 2_000_000;

/** Replaces an image that the model does not get. */
const OMITTED = '[an earlier image]';

/**
 * Resolves the parts of all user messages: media are fetched and checked here, or passed on as addresses if every
 * upstream of the model accepts them; files become text. A model that does not accept several images gets those of the
 * last message that has any (docs/api-rules.md, "Media bounds").
 * @returns a function from a part of the request to the resolved part
 * @throws ApiError INVALID_REQUEST and the error codes of `lib/media`, with the path of the part; MODEL_AT_CAPACITY and
 *   RATE_LIMIT_EXCEEDED if the media processes are busy or the account has used its share; the signal's reason
 */
export async function resolveMedia(
  messages: Message[],
  model: TextModel,
  caller: MediaCaller,
): Promise<(part: AnyPart) => ResolvedPart | null> {
  const all = messages.flatMap(locationsIn);
  // Most requests are only text.
  if (all.length === 0) return () => null;
  const last = model.abilities.includes('multiple_images') ? null : lastMessageWithImages(messages);
  const isOld = ({ part, path }: MediaLocation) => last !== null && part.type === 'image_url' && path[1] !== last;
  const takesUrls = model.upstreams.every(({ provider }) => findProvider(provider)?.takesUrls === true);
  const locations = all.filter((location) => !isOld(location));
  const isFetched = ({ part }: MediaLocation) => addressOf(part) !== null && (part.type === 'file' || !takesUrls);
  checkCount(locations.filter(({ part }) => part.type !== 'text').length, MAX_MEDIA, 'media');
  checkCount(locations.filter(isFetched).length, MAX_FETCHED, 'addresses to fetch');
  const resolved = new Map<AnyPart, ResolvedPart>(all.map(({ part }) => [part, { type: 'text', text: OMITTED }]));
  const work = startWork(caller, takesUrls);
  try {
    const rest = [...locations];
    const next = async (): Promise<void> => {
      for (let location = rest.shift(); location; location = rest.shift()) {
        work.signal.throwIfAborted();
        resolved.set(location.part, await resolvePart(location, work));
      }
    };
    await Promise.all(Array.from({ length: Math.min(MAX_PARALLEL, locations.length) }, next));
  } finally {
    // The first refused part ends the request, so fetching and reading of the others is abandoned.
    work.end();
  }
  return (part) => resolved.get(part) ?? null;
}

function checkCount(count: number, max: number, what: string): void {
  if (count <= max) return;
  throw invalidField(['messages'], `Too many ${what}: at most ${max} in a request, this one has ${count}`, 'too_big');
}

/** The processing of all media of one request. */
type Work = {
  /** Id of the paying account: media processing is shared fairly by account. */
  account: string;
  /** Aborted when the caller leaves, when the time limit is reached, and when the work has ended. */
  signal: AbortSignal;
  takesUrls: boolean;
  /** Adds bytes that the request did not send itself to its memory lease. @throws ApiError those of the lease */
  count(bytes: number): void;
  /** Adds the bytes of one medium. @throws ApiError INVALID_FILE_SIZE if the total is too large */
  addMedium(bytes: number, path: (string | number)[]): void;
  end(): void;
};

function startWork({ account, lease, signal: caller }: MediaCaller, takesUrls: boolean): Work {
  const controller = new AbortController();
  const follow = () => controller.abort(caller.reason);
  const timer = setTimeout(() => controller.abort(invalidField(['messages'], TOO_SLOW)), MAX_TOTAL_MS);
  if (caller.aborted) follow();
  else caller.addEventListener('abort', follow, { once: true });
  let totalBytes = 0;
  return {
    account,
    signal: controller.signal,
    takesUrls,
    count: (bytes) => lease && addBytes(lease, bytes * COPIES),
    addMedium(bytes, path) {
      totalBytes += bytes;
      if (totalBytes <= MAX_TOTAL_BYTES) return;
      const message = `The media of a request exceed ${MAX_TOTAL_BYTES / 1_000_000} MB in total`;
      throw mediaError('INVALID_FILE_SIZE', path, message);
    },
    end() {
      clearTimeout(timer);
      caller.removeEventListener('abort', follow);
      controller.abort();
    },
  };
}

const TOO_SLOW = `Fetching and reading the media took more than ${MAX_TOTAL_MS / 1_000} seconds: send fewer or smaller ones`;

function locationsIn(message: Message, at: number): MediaLocation[] {
  if (message.role !== 'user' || typeof message.content === 'string') return [];
  return message.content.map((part, index) => ({ part, path: ['messages', at, 'content', index] }));
}

function lastMessageWithImages(messages: Message[]): number {
  return messages.findLastIndex(
    ({ role, content }) =>
      role === 'user' && Array.isArray(content) && content.some(({ type }) => type === 'image_url'),
  );
}

async function resolvePart({ part, path }: MediaLocation, work: Work): Promise<ResolvedPart> {
  switch (part.type) {
    case 'text':
      return toTextPart(part);
    case 'image_url': {
      const { detail } = part.image_url;
      const more = { ...(detail && { detail }), ...cacheOf(part.cache_control) };
      return { type: 'image', url: await sentUrl('image', part, [...path, 'image_url', 'url'], work), ...more };
    }
    case 'input_audio': {
      const { format } = part.input_audio;
      const at = {
        path: [...path, 'input_audio', 'data'],
        maxBytes: MAX_BYTES,
        account: work.account,
        signal: work.signal,
      };
      const { data } = await checkAudio(part.input_audio.data, format, at);
      return { type: 'audio', data, format, ...cacheOf(part.cache_control) };
    }
    case 'video_url': {
      const url = await sentUrl('video', part, [...path, 'video_url', 'url'], work);
      return { type: 'video', url, ...cacheOf(part.cache_control) };
    }
    case 'file':
      return { type: 'text', text: await textOfFile(part, path, work), ...cacheOf(part.cache_control) };
  }
}

/** An image or video as the model gets it: the caller's URL if its upstreams accept URLs, else checked bytes. */
async function sentUrl(what: 'image' | 'video', part: AnyPart, path: (string | number)[], work: Work): Promise<string> {
  const { account, signal, count } = work;
  const url = urlOf(part) ?? '';
  if (work.takesUrls && addressOf(part) !== null) return checkAddress(url, { what, path });
  const { bytes, base64 } = await readMedia(url, { maxBytes: MAX_BYTES, what, path, account, signal, count });
  work.addMedium(bytes.byteLength, path);
  const { mime } = what === 'image' ? await checkImage(bytes, { path, account, signal }) : checkVideo(bytes, { path });
  const head = `data:${mime};base64,`;
  // The caller's text can be sent as it is: another copy of 33 MB would block the event loop.
  if (base64 !== undefined && url.length === head.length + base64.length && url.startsWith(head)) return url;
  return encodeBase64(bytes, { account, signal }, head);
}

/**
 * A file as text. An unreadable file becomes a note, so that the model can tell the caller
 * (docs/api-rules.md, "Files").
 */
async function textOfFile(
  { file }: Extract<AnyPart, { type: 'file' }>,
  path: (string | number)[],
  { account, signal, addMedium, count }: Work,
): Promise<string> {
  const at = [...path, 'file', 'file_data'];
  const { bytes, type, name } = await readMedia(file.file_data, {
    maxBytes: MAX_BYTES,
    what: 'file',
    path: at,
    account,
    signal,
    count,
  });
  addMedium(bytes.byteLength, at);
  const shown = file.filename ?? name ?? 'file';
  const read = await extractText({ bytes, type, name: shown }, { maxCharacters: MAX_FILE_CHARACTERS, account, signal });
  if (!('text' in read)) return failureNote(shown, read.failure);
  // A small archive may contain far more text than was sent.
  count(read.text.length);
  return formatFile(shown, read.text);
}

/** The address of a part; null for bytes and text. */
function addressOf(part: AnyPart): string | null {
  const url = urlOf(part);
  return url === null || /^data:/i.test(url) ? null : url;
}

function urlOf(part: AnyPart): string | null {
  switch (part.type) {
    case 'image_url':
      return part.image_url.url;
    case 'video_url':
      return part.video_url.url;
    case 'file':
      return part.file.file_data;
    case 'text':
    case 'input_audio':
      return null;
  }
}
