/** The schemes that a link in an answer may have. Other links are shown as text. */
const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/** A link that may be followed: the normalized URL and its host. */
export type SafeLink = { href: string; host: string };

/**
 * Checks a URL written by a model.
 * @returns null for anything but absolute http, https and mailto URLs, such as scripts, data, files, and paths of this
 * site
 */
export function safeLink(address: unknown): SafeLink | null {
  if (typeof address !== 'string' || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (!SCHEMES.has(url.protocol)) return null;
  return { href: url.href, host: url.protocol === 'mailto:' ? url.pathname : url.host };
}

/** Host names and IPv4 addresses in text. */
const HOST_IN_TEXT = /(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}|\b\d{1,3}(?:\.\d{1,3}){3}\b/gu;

/** Whether a link's text names another host than its URL; the page then shows the real host. */
export function isMisleading(text: string, { host }: SafeLink): boolean {
  const actual = bareHost(host);
  return [...text.matchAll(HOST_IN_TEXT)]
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

/** The label of an image in an answer: its alt text and its host; data URLs have no host. */
export function imageLabel(alt: unknown, link: SafeLink | null): string {
  const text = typeof alt === 'string' && alt.trim() !== '' ? alt.trim() : 'no description';
  return link ? `Image: ${text} (${link.host})` : `Image: ${text}`;
}
