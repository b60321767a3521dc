import { invalidField } from '../../core/errors';
import { checkAudio } from '../../media/check-audio';
import { checkImage } from '../../media/check-image';
import { checkVideo } from '../../media/check-video';
import { extractText } from '../../media/extract-text';
import { failureNote, formatFile } from '../../media/format-file';
import { readMedia } from '../../media/read-media';
import type { TextModel } from '../../models/model';
import { findProvider } from '../../providers/registry';
import type { ContentPart } from '../../providers/spec';
import type { AnyPart, Message } from '../request/message';
import { cacheOf, toTextPart } from './content';

/** A part of a user's message as the model gets it. */
export type ResolvedPart = ContentPart;

/** Where a part stands in the request. */
type Place = { part: AnyPart; path: (string | number)[] };

/** Largest picture, video or file. Source: contract 4.2. */
const MAX_BYTES = 25_000_000;
/** Addresses that one request may have fetched, and how many of them at a time. */
const MAX_FETCHED = 40;
const AT_A_TIME = 4;
/** Text of one file that is taken over. */
const MAX_FILE_CHARACTERS = 2_000_000;

/** Stands for a picture that its model does not get. */
const LEFT_OUT = '[an earlier image]';

/**
 * What becomes of the parts of all user messages: media are fetched by us and checked, or go on as addresses where every
 * upstream of the model takes them; files become text. A model that takes no several images gets those of the last
 * message that has any (contract 4.2).
 * @returns the part that stands for a part of the request
 * @throws ApiError INVALID_REQUEST and the codes of `lib/media`, with the place of the part; the signal's reason
 */
export async function resolveMedia(
  messages: Message[],
  model: TextModel,
  signal: AbortSignal,
): Promise<(part: AnyPart) => ResolvedPart | null> {
  const places = messages.flatMap(placesIn);
  const fetched = places.filter(({ part }) => addressOf(part) !== null);
  if (fetched.length > MAX_FETCHED) {
    throw invalidField(['messages'], `Too many addresses to fetch: at most ${MAX_FETCHED} in a request`, 'too_big');
  }
  const last = model.abilities.includes('multiple_images') ? null : lastMessageWithImages(messages);
  const takesUrls = model.upstreams.every(({ provider }) => findProvider(provider)?.takesUrls === true);
  const resolved = new Map<AnyPart, ResolvedPart>();
  const rest = [...places];
  const work = async (): Promise<void> => {
    for (let place = rest.shift(); place; place = rest.shift()) {
      signal.throwIfAborted();
      const isOld = last !== null && place.part.type === 'image_url' && place.path[1] !== last;
      const part = isOld ? { type: 'text' as const, text: LEFT_OUT } : await resolvePart(place, takesUrls, signal);
      resolved.set(place.part, part);
    }
  };
  const works = Array.from({ length: Math.min(AT_A_TIME, places.length) }, () =>
    work().catch((error: unknown) => {
      // The first that cannot be taken ends the request: nothing more is fetched for it.
      rest.length = 0;
      throw error;
    }),
  );
  await Promise.all(works);
  return (part) => resolved.get(part) ?? null;
}

function placesIn(message: Message, at: number): Place[] {
  if (message.role !== 'user' || typeof message.content === 'string') return [];
  return message.content.map((part, index) => ({ part, path: ['messages', at, 'content', index] }));
}

function lastMessageWithImages(messages: Message[]): number {
  return messages.findLastIndex(
    ({ role, content }) =>
      role === 'user' && Array.isArray(content) && content.some(({ type }) => type === 'image_url'),
  );
}

async function resolvePart({ part, path }: Place, takesUrls: boolean, signal: AbortSignal): Promise<ResolvedPart> {
  const isForwarded = takesUrls && addressOf(part) !== null;
  switch (part.type) {
    case 'text':
      return toTextPart(part);
    case 'image_url': {
      const { url, detail } = part.image_url;
      const more = { ...(detail && { detail }), ...cacheOf(part.cache_control) };
      const at = [...path, 'image_url', 'url'];
      return { type: 'image', url: isForwarded ? url : await checkedImage(url, at, signal), ...more };
    }
    case 'input_audio': {
      const { data, format } = part.input_audio;
      checkAudio(data, format, { path: [...path, 'input_audio', 'data'], maxBytes: MAX_BYTES });
      return { type: 'audio', data, format, ...cacheOf(part.cache_control) };
    }
    case 'video_url': {
      const { url } = part.video_url;
      const at = [...path, 'video_url', 'url'];
      return {
        type: 'video',
        url: isForwarded ? url : await checkedVideo(url, at, signal),
        ...cacheOf(part.cache_control),
      };
    }
    case 'file':
      return { type: 'text', text: await textOfFile(part, path, signal), ...cacheOf(part.cache_control) };
  }
}

async function checkedImage(url: string, path: (string | number)[], signal: AbortSignal): Promise<string> {
  const { bytes } = await readMedia(url, { maxBytes: MAX_BYTES, what: 'image', path, signal });
  const { mime } = await checkImage(bytes, { path, signal });
  return toDataUrl(mime, bytes);
}

async function checkedVideo(url: string, path: (string | number)[], signal: AbortSignal): Promise<string> {
  const { bytes } = await readMedia(url, { maxBytes: MAX_BYTES, what: 'video', path, signal });
  return toDataUrl(checkVideo(bytes, { path }).mime, bytes);
}

/** A file as text. One that cannot be read becomes a note: the model tells the caller (contract 4.2). */
async function textOfFile(
  { file }: Extract<AnyPart, { type: 'file' }>,
  path: (string | number)[],
  signal: AbortSignal,
): Promise<string> {
  const at = [...path, 'file', 'file_data'];
  const { bytes, type, name } = await readMedia(file.file_data, {
    maxBytes: MAX_BYTES,
    what: 'file',
    path: at,
    signal,
  });
  const shown = file.filename ?? name ?? 'file';
  const read = await extractText(
    { bytes, type, name: shown },
    { maxCharacters: MAX_FILE_CHARACTERS, path: at, signal },
  );
  return 'text' in read ? formatFile(shown, read.text) : failureNote(shown, read.failure);
}

/** The address that a part names; null for bytes and text. */
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

function toDataUrl(mime: string, bytes: Uint8Array): string {
  return `data:${mime};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`;
}
