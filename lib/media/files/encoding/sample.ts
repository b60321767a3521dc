const SAMPLE_BYTES = 32_768;
/** What is kept of a line before its first byte that is not ASCII. */
const CONTEXT_BYTES = 16;
const LINE_END = 0x0a;

/**
 * The first lines of a text that are not ASCII, from shortly before their first such byte, at most 32 KB. All bytes before
 * it are whole characters, and a line end is never a part of one, so the sample begins no character in its middle; at its
 * end, one may be cut.
 */
export function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE_BYTES);
  let size = 0;
  for (let at = 0; at < bytes.length && size < SAMPLE_BYTES; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    const lineEnd = bytes.indexOf(LINE_END, at);
    const end = lineEnd < 0 ? bytes.length : lineEnd + 1;
    const begin = Math.max(bytes.lastIndexOf(LINE_END, at) + 1, at - CONTEXT_BYTES);
    const line = bytes.subarray(begin, Math.min(end, begin + SAMPLE_BYTES - size));
    sample.set(line, size);
    size += line.length;
    at = end - 1;
  }
  return sample.subarray(0, size);
}
