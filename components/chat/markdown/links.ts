/** Where a link of an answer may lead. Everything else is shown as its text. */
const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/** A link that may be followed: the address as the browser reads it, and where it leads. */
export type SafeLink = { href: string; place: string };

/**
 * Judges an address that a model wrote.
 * @returns null for anything but absolute http, https and mailto: scripts, data, files, and paths of this very site
 */
export function safeLink(address: unknown): SafeLink | null {
  if (typeof address !== 'string' || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (!SCHEMES.has(url.protocol)) return null;
  return { href: url.href, place: url.protocol === 'mailto:' ? url.pathname : url.host };
}

/** Whether the words of a link claim another place than where it leads: then the page says where. */
export function isMisleading(words: string, { place }: SafeLink): boolean {
  const claimed = /(?:https?:\/\/|www\.|@)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})/u.exec(words)?.[1];
  if (!claimed) return false;
  const bare = (host: string) =>
    host
      .toLowerCase()
      .replace(/^www\./, '')
      .replace(/:\d+$/, '');
  return !bare(place).endsWith(bare(claimed));
}

/** How a picture of an answer is named: its words and the host that holds it; data addresses have no host. */
export function imageWords(alt: unknown, link: SafeLink | null): string {
  const words = typeof alt === 'string' && alt.trim() !== '' ? alt.trim() : 'no description';
  return link ? `Image: ${words} (${link.place})` : `Image: ${words}`;
}
