/** Media types by how files of them begin. */
const SIGNATURES: readonly [type: string, starts: readonly number[]][] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/webp', [0x52, 0x49, 0x46, 0x46]],
];

/** An image from base64, with the media type that its first bytes show. @throws DOMException if it is not base64 */
export function imageOfBase64(base64: string): Blob {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return new Blob([bytes], { type: imageType(bytes) });
}

/** The media type of an image's bytes; PNG if they are of no other known type. */
function imageType(bytes: Uint8Array): string {
  return SIGNATURES.find(([, starts]) => starts.every((byte, at) => bytes[at] === byte))?.[0] ?? 'image/png';
}
