import type { LlamaModel, Token } from 'node-llama-cpp';

/** A token as shown beside its log probability. */
export type TokenText = { token: string; bytes: number[] | null };

/**
 * Converts tokens to text and UTF-8. A token may be part of a character: its text then has U+FFFD for bytes that are
 * not a character. Bytes are null if the vocabulary does not reveal them.
 */
export function createTokenTexts(model: LlamaModel): (token: Token) => TokenText {
  const { ggml } = model.fileInfo.metadata.tokenizer;
  // Vocabularies of this kind write each byte as one printable character.
  const written = ggml.model === 'gpt2' && Array.isArray(ggml.tokens) ? ggml.tokens : null;
  const byteOf = written ? byteAlphabet() : null;
  const encoder = new TextEncoder();
  return (token) => {
    const text = model.detokenize([token], true);
    const bytes = byteOf ? bytesOf(written?.[token], byteOf) : null;
    return { token: text, bytes: bytes ?? (text.includes('\uFFFD') ? null : [...encoder.encode(text)]) };
  };
}

function bytesOf(written: unknown, byteOf: ReadonlyMap<string, number>): number[] | null {
  if (typeof written !== 'string') return null;
  const bytes = Array.from(written, (character) => byteOf.get(character));
  return bytes.includes(undefined) ? null : bytes.flatMap((byte) => byte ?? []);
}

/** Printable bytes of Latin-1 stand for themselves; the others are mapped from U+0100 on (as in GPT-2). */
function byteAlphabet(): Map<string, number> {
  const alphabet = new Map<string, number>();
  let next = 256;
  for (let byte = 0; byte < 256; byte += 1) {
    const printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    alphabet.set(String.fromCharCode(printable ? byte : next), byte);
    if (!printable) next += 1;
  }
  return alphabet;
}
