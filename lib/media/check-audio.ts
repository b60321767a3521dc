import { cleanBase64 } from './base64';
import { mediaError, type MediaPath, formatSize } from './media-error';
import type { TurnCaller } from './next-turn';
import { brandsOf, startsWith } from './signature';

/** Encodings of audio input (docs/api-rules.md, "Media bounds"). */
type AudioFormat = 'wav' | 'mp3' | 'aiff' | 'aac' | 'ogg' | 'flac' | 'm4a' | 'pcm16' | 'pcm24';

/** Base64 of the bytes that identify the format: a multiple of four characters. */
const HEAD_CHARACTERS = 128;

/**
 * Checks audio that was sent as base64: its form, its size, and that its first bytes match the declared format. PCM has
 * no identifying bytes.
 * @returns the base64 without white space and with padding
 * @throws ApiError INVALID_REQUEST, INVALID_FILE_SIZE, INVALID_AUDIO_FORMAT; the signal's reason when aborted
 * @see docs/api-rules.md, "Media bounds"
 */
export async function checkAudio(
  base64: string,
  format: AudioFormat,
  { path, maxBytes, ...caller }: { path: MediaPath; maxBytes: number } & TurnCaller,
): Promise<{ data: string }> {
  const clean = await cleanBase64(base64, caller);
  if (clean === null) throw mediaError('INVALID_REQUEST', path, 'The audio must be base64, not a URL');
  const { text: data, byteLength: size } = clean;
  if (size === 0) throw mediaError('INVALID_REQUEST', path, 'The audio is empty');
  if (size > maxBytes) {
    throw mediaError('INVALID_FILE_SIZE', path, `The audio is larger than ${formatSize(maxBytes)}`);
  }
  if (!hasFormat(Buffer.from(data.slice(0, HEAD_CHARACTERS), 'base64'), format)) {
    throw mediaError('INVALID_AUDIO_FORMAT', path, `The audio is not ${format}; declare its actual format`);
  }
  return { data };
}

function hasFormat(head: Uint8Array, format: AudioFormat): boolean {
  switch (format) {
    case 'wav':
      return ['RIFF', 'RF64'].some((mark) => startsWith(head, mark)) && startsWith(head, 'WAVE', 8);
    case 'mp3':
      return startsWith(head, 'ID3') || hasFrames(head, (layer) => layer !== 0);
    case 'aiff':
      return startsWith(head, 'FORM') && startsWith(head, 'AIF', 8);
    case 'aac':
      // Raw frames, the MP4 container, or frames after an ID3 tag.
      return hasFrames(head, (layer) => layer === 0) || startsWith(head, 'ID3') || brandsOf(head).length > 0;
    case 'ogg':
      return startsWith(head, 'OggS');
    case 'flac':
      return startsWith(head, 'fLaC') || startsWith(head, 'ID3');
    case 'm4a':
      return brandsOf(head).length > 0;
    case 'pcm16':
    case 'pcm24':
      return true;
  }
}

/** Whether an MPEG audio frame begins here: eleven bits set, then version and layer (0 is AAC's). */
function hasFrames(head: Uint8Array, isLayer: (layer: number) => boolean): boolean {
  const second = head[1] ?? 0;
  return head[0] === 0xff && (second & 0xe0) === 0xe0 && isLayer((second >> 1) & 3);
}
