const BRAND = Symbol.for('farebox.BinaryDocument');

/** Bytes with a content type: an image. */
export type BinaryDocument = { bytes: Uint8Array; contentType: string };

/**
 * Makes an answer of bytes, which a run returns instead of a JSON object. It is never compressed, and is stored for
 * repeats with the same `Idempotency-Key` like a JSON answer.
 */
export function binaryDocument({ bytes, contentType }: BinaryDocument): BinaryDocument {
  return Object.assign({ bytes, contentType }, { [BRAND]: true });
}

/** Whether a run returned bytes. */
export function isBinaryDocument(result: object): result is BinaryDocument {
  return BRAND in result;
}

/** The bytes as a text that can be stored: the content type, a line break, and base64. */
export function storeBinary({ bytes, contentType }: BinaryDocument): string {
  return `${contentType}\n${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`;
}

/** How many characters `storeBinary` would return. */
export function storedLength({ bytes, contentType }: BinaryDocument): number {
  return contentType.length + 1 + Math.ceil(bytes.byteLength / 3) * 4;
}

/** The opposite of `storeBinary`. */
export function restoreBinary(text: string): BinaryDocument {
  const end = text.indexOf('\n');
  return binaryDocument({ contentType: text.slice(0, end), bytes: Buffer.from(text.slice(end + 1), 'base64') });
}
