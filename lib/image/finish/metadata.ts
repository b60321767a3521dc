/** Writes how an image was made into EXIF and XMP; `readImageMetadata` of `lib/core` reads it back from XMP. */
import type { EmbeddedMetadata } from '../../core/image-metadata/image-output';
import { type ImageMetadata, SETTINGS_NAMESPACE, writeSettings } from '../../core/image-metadata/image-metadata';

export type { ImageMetadata };

/** Limit of each in bytes: a JPEG keeps either in one segment of 65,533, and libvips drops XMP of more than 60,000. */
const MAX_SEGMENT_BYTES = 59_000;
/** For programs that show only the description. */
const MAX_DESCRIPTION_CHARACTERS = 2_000;

/**
 * The metadata for a file. XMP has all of it in UTF-8; EXIF has ASCII alone, so its JSON has `\u` escapes, and its
 * description approximations. Both fit into a JPEG: prompts that are too long for that, because nearly all of their
 * characters need escapes, are shortened and end in `…`.
 */
export function embeddedMetadata(metadata: ImageMetadata): EmbeddedMetadata {
  const created = new Date(metadata.createdAtMs).toISOString();
  const exifTime = created.slice(0, 19).replace('T', ' ').replaceAll('-', ':');
  return {
    exif: {
      IFD0: {
        ImageDescription: toAscii(metadata.prompt).slice(0, MAX_DESCRIPTION_CHARACTERS),
        Software: toAscii(metadata.service),
        DateTime: exifTime,
      },
      // The directory of the camera's settings, in libvips' numbers.
      IFD2: { DateTimeOriginal: exifTime, UserComment: fitted(metadata, (one) => escapeUnicode(writeSettings(one))) },
    },
    xmp: fitted(metadata, (one) => xmpOf(one, created)),
  };
}

/** Writes the metadata, with shorter and shorter prompts until it fits. */
function fitted(metadata: ImageMetadata, write: (metadata: ImageMetadata) => string): string {
  const text = write(metadata);
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_SEGMENT_BYTES) return text;
  // A little less than the share that fits, because not every character takes the same space.
  const share = (MAX_SEGMENT_BYTES / bytes) * 0.95;
  const { prompt, negativePrompt } = metadata;
  const shorter = { ...metadata, prompt: shorten(prompt, share) };
  if (negativePrompt !== undefined) shorter.negativePrompt = shorten(negativePrompt, share);
  return fitted(shorter, write);
}

function shorten(text: string, share: number): string {
  const length = Math.floor(text.length * share);
  return length >= text.length ? text : wellFormed(`${text.slice(0, Math.max(0, length - 1))}…`);
}

function xmpOf(metadata: ImageMetadata, created: string): string {
  const { prompt, service } = metadata;
  const description = forXml(prompt.slice(0, MAX_DESCRIPTION_CHARACTERS));
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
    ` xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:gen="${SETTINGS_NAMESPACE}">`,
    `<xmp:CreatorTool>${forXml(service)}</xmp:CreatorTool><xmp:CreateDate>${created}</xmp:CreateDate>`,
    `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${description}</rdf:li></rdf:Alt></dc:description>`,
    `<gen:settings>${forXml(escapeNonCharacters(writeSettings(metadata)))}</gen:settings>`,
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>',
  ].join('');
}

/** Text of an XML element. Characters that XML forbids become the replacement character; JSON has escaped most of them. */
function forXml(text: string): string {
  return wellFormed(text)
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? character);
}

/** The text with its lone surrogates replaced, which have no UTF-8. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/** Similar ASCII: without accents, and `?` for what has no counterpart. */
function toAscii(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u2013\u2014]/g, '-')
    .replace(/[^\x20-\x7e]/gu, '?');
}

/** The same JSON without the only characters that JSON allows and XML does not. */
function escapeNonCharacters(json: string): string {
  return json.replace(/[\ufffe\uffff]/g, escaped);
}

/** The same JSON in ASCII. */
function escapeUnicode(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, escaped);
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
