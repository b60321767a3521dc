import { createHash } from 'node:crypto';
import type { PartHeader } from './part-header';

/** Hashes a form while its parts arrive. */
export type PartsHash = {
  /** Begins a part. */
  begin: (header: PartHeader) => void;
  /** Adds bytes to the part that arrives. */
  add: (bytes: Uint8Array) => void;
  /** Ends the part. */
  end: () => void;
  /** SHA-256 of all parts, hexadecimal; to be called once, at the end. */
  digest: () => string;
};

/**
 * Makes a hash over the parts of one form: the name, the kind, and the content of each, in order. The body itself is no
 * measure for a repeat: clients choose a new boundary each time they encode the same form.
 */
export function makePartsHash(): PartsHash {
  const all = createHash('sha256');
  let header: PartHeader | null = null;
  let content = createHash('sha256');
  return {
    begin: (next) => {
      header = next;
      content = createHash('sha256');
    },
    add: (bytes) => void content.update(bytes),
    // Each part adds one JSON text, which cannot be mistaken for the beginning of another one.
    end: () => void all.update(JSON.stringify([header?.name, header?.isFile, content.digest('hex')])),
    digest: () => all.digest('hex'),
  };
}
