/** Where a link of an answer may lead. Everything else is shown as its text. */
const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/** A link that may be followed: the address as the browser reads it, and where it leads. */
export type SafeLink = { href: string; host: string };

/**
 * Judges an address that a model wrote.
 * @returns null for anything but absolute http, https and mailto: scripts, data, files, and paths of this very site
 */
export function safeLink(address: unknown): SafeLink | null {
  if (typeof address !== 'string' || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (!SCHEMES.has(url.protocol)) return null;
  return { href: url.href, host: url.protocol === 'mailto:' ? url.pathname : url.host };
}

/** Host names, and addresses of four numbers, as they may appear in text. */
const HOST_IN_TEXT = /(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}|\b\d{1,3}(?:\.\d{1,3}){3}\b/gu;

/** Whether the words of a link claim another place than where it leads: then the page says where. */
export function isMisleading(words: string, { host }: SafeLink): boolean {
  const actual = bareHost(host);
  return [...words.matchAll(HOST_IN_TEXT)]
    .map(([claimed]) => bareHost(claimed))
    .some((claimed) => actual !== claimed && !actual.endsWith(`.${claimed}`));
}

function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^.*@/, '')
    .replace(/^www\./, '')
    .replace(/:\d+$/, '');
}

/** How a picture of an answer is named: its words and the host that holds it; data addresses have no host. */
export function imageLabel(alt: unknown, link: SafeLink | null): string {
  const words = typeof alt === 'string' && alt.trim() !== '' ? alt.trim() : 'no description';
  return link ? `Image: ${words} (${link.host})` : `Image: ${words}`;
}
