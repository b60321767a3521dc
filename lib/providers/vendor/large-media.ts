import { setImmediate as nextTurn } from 'node:timers/promises';
import { randomHex } from '../../core/ids';
import type { GeneratedBody } from '../../platform/fetch';
import { inferenceFailed } from '../kit/map-error';

/** Longer base64 never goes through a vendor's package, which serializes all of its JSON in one step. */
export const LARGE_MEDIA_CHARACTERS = 65_536;

/** How much of a medium is converted to bytes at a time: a fraction of a millisecond. */
const SLICE_CHARACTERS = 262_144;
/** Random bytes in a placeholder: too many to guess, so that no prompt can contain one. */
const KEY_BYTES = 24;
/** Digits of the number after the key; both together have a valid length for base64. */
const NUMBER_DIGITS = 4;

/** The large media of one request. Each is replaced by a short placeholder while the package works on the request. */
export type LargeMedia = {
  /**
   * Returns what the package gets in place of base64 (checked, without white space): a short placeholder that is base64
   * too, or the input itself if it is short. A medium that occurs twice has two placeholders.
   */
  placeholderFor(base64: string): string;
  /**
   * The package's JSON with the media in place of their placeholders. They are inserted while the body is sent.
   * @throws ApiError INFERENCE_FAILED if the package left a medium out, or changed its placeholder
   */
  fill(json: string): string | GeneratedBody;
};

/**
 * Keeps the large media of one request.
 * @param limit characters; longer media are large
 */
export function largeMedia(limit: number): LargeMedia {
  const key = randomHex(KEY_BYTES);
  const media: string[] = [];
  return {
    placeholderFor(base64) {
      if (base64.length <= limit) return base64;
      media.push(base64);
      return key + (media.length - 1).toString(16).padStart(NUMBER_DIGITS, '0');
    },
    fill: (json) => (media.length === 0 ? json : madeOf(piecesOf(json.split(key), media))),
  };
}

/** Bytes of JSON, and base64 as text, in order. */
type Piece = Uint8Array | string;

/** @param texts the JSON, split at each key; all but the first begin with a medium's number */
function piecesOf([first = '', ...rest]: string[], media: string[]): Piece[] {
  const pieces: Piece[] = [Buffer.from(first)];
  const found = new Set<number>();
  for (const text of rest) {
    const number = Number(`0x${text.slice(0, NUMBER_DIGITS)}`);
    const medium = media[number];
    if (medium === undefined)
      throw inferenceFailed(new Error('The vendor’s package changed the placeholder of a medium.'));
    found.add(number);
    pieces.push(medium, Buffer.from(text.slice(NUMBER_DIGITS)));
  }
  if (found.size < media.length) throw inferenceFailed(new Error('The vendor’s package left a medium out.'));
  return pieces;
}

function madeOf(pieces: Piece[]): GeneratedBody {
  // A base64 character is one byte.
  return { byteLength: pieces.reduce((sum, { length }) => sum + length, 0), slices: slicesOf(pieces) };
}

async function* slicesOf(pieces: Piece[]): AsyncGenerator<Uint8Array, void> {
  for (const piece of pieces) {
    if (typeof piece !== 'string') {
      yield piece;
      continue;
    }
    for (let at = 0; at < piece.length; at += SLICE_CHARACTERS) {
      yield Buffer.from(piece.slice(at, at + SLICE_CHARACTERS), 'latin1');
      await nextTurn();
    }
  }
}
