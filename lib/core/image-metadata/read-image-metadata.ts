import { type ImageMetadata, readSettings, SETTINGS_NAMESPACE } from './image-metadata';
import { findXmp } from './find-xmp';

/** Longer packets are not ours: two prompts of the greatest length have a quarter of it. */
const MAX_XMP_BYTES = 1_000_000;

/**
 * How a PNG, JPEG, or WebP file says that it was made, whichever installation wrote it. Runs in browsers too.
 * @param bytes the whole file, or its beginning: WebP has the metadata at the end
 * @returns null if it does not say, or is damaged before it does; never throws
 */
export function readImageMetadata(bytes: Uint8Array): ImageMetadata | null {
  const packet = findXmp(bytes);
  if (packet === null || packet.byteLength > MAX_XMP_BYTES) return null;
  const xml = new TextDecoder().decode(packet);
  const settings = settingsIn(xml);
  return settings === null ? null : readSettings(unescapeXml(settings));
}

/** The text of our member, as an element or as an attribute: programs that save files again may turn one into the other. */
function settingsIn(xml: string): string | null {
  const prefix = new RegExp(`xmlns:([A-Za-z][\\w.-]{0,31})\\s?=\\s?["']${SETTINGS_NAMESPACE}["']`).exec(xml)?.[1];
  if (prefix === undefined) return null;
  return between(xml, `<${prefix}:settings>`, `</${prefix}:settings>`) ?? between(xml, ` ${prefix}:settings="`, '"');
}

function between(text: string, start: string, end: string): string | null {
  const at = text.indexOf(start);
  if (at < 0) return null;
  const from = at + start.length;
  const to = text.indexOf(end, from);
  return to < 0 ? null : text.slice(from, to);
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const MAX_CODE_POINT = 0x10ffff;

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(lt|gt|amp|quot|apos));/g, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return ENTITIES[name] ?? whole;
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : whole;
  });
}
