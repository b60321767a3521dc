/** How a file is attached; or why it is rejected, as the end of a sentence that starts with its name. */
export type FileKind = { kind: 'image' | 'file'; type: string } | { refused: string };

/** How much of a file's beginning is needed to detect its type. */
export const HEAD_BYTES = 8_192;

const TAKEN =
  'Supported images are PNG, JPEG, WebP, AVIF, and GIF; supported files are PDF, EPUB, DOCX, PPTX, XLSX, XLS, RTF, HTML, and any text.';
const OFFICE = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  epub: 'application/epub+zip',
} as const;

/**
 * Detects the type by the first bytes; the name only decides which kind of document an archive is.
 * @param head the first `HEAD_BYTES` of the file, or all of it
 */
export function fileKind({ name, type }: { name: string; type: string }, head: Uint8Array): FileKind {
  const image = imageType(head);
  if (image) return { kind: 'image', type: image };
  if (begins(head, '%PDF-')) return { kind: 'file', type: 'application/pdf' };
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (begins(head, 'PK\x03\x04')) {
    const office = Object.hasOwn(OFFICE, ending) ? OFFICE[ending as keyof typeof OFFICE] : null;
    return office ? { kind: 'file', type: office } : { refused: `is an archive, which is not supported. ${TAKEN}` };
  }
  if (begins(head, '\xd0\xcf\x11\xe0')) {
    if (ending === 'xls') return { kind: 'file', type: 'application/vnd.ms-excel' };
    return { refused: 'has one of Office’s older formats: save it as DOCX or PPTX.' };
  }
  // UTF-16 contains zero bytes, and starts with a byte order mark.
  const isWide = begins(head, '\xff\xfe') || begins(head, '\xfe\xff');
  if (head.includes(0) && !isWide) return { refused: `is not supported. ${TAKEN}` };
  const isNamed = /^(text\/|application\/(json|xml|rtf|xhtml\+xml))/.test(type);
  return { kind: 'file', type: isNamed ? (type.split(';')[0] ?? type) : 'text/plain' };
}

function imageType(head: Uint8Array): string | null {
  if (begins(head, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (begins(head, '\xff\xd8\xff')) return 'image/jpeg';
  if (begins(head, 'RIFF') && begins(head, 'WEBP', 8)) return 'image/webp';
  if (begins(head, 'GIF8')) return 'image/gif';
  return begins(head, 'ftypavi', 4) ? 'image/avif' : null;
}

function begins(bytes: Uint8Array, text: string, at = 0): boolean {
  return [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0));
}
