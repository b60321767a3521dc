/** Maximum addresses of one message that are read. */
const MAX_ADDRESSES = 5;
const MAX_ADDRESS_CHARACTERS = 2_048;
/** How much of a message is searched for addresses: a longer one is a pasted document. */
const MAX_SEARCHED_CHARACTERS = 200_000;

const ADDRESS = /\bhttps?:\/\/[^\s<>"`{}|\\^\u0000-\u001f]+/giu;
const PUNCTUATION = new Set('.,;:!?\'"”’*_~');
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

/** Lines that quote others, whose addresses are not the caller's choice. */
const QUOTED = /^[ \t]*>.*$/gmu;

/**
 * The http(s) addresses in a text outside of quoted lines, in order, each once whatever its fragment: at most 5, each of at most 2,048
 * characters. Punctuation after an address is not part of it, and a closing bracket only if it was opened inside.
 */
export function findAddresses(text: string): string[] {
  const found = new Map<string, string>();
  for (const [match] of startOf(text).replace(QUOTED, '').matchAll(ADDRESS)) {
    if (match.length > 2 * MAX_ADDRESS_CHARACTERS) continue;
    const address = withoutTail(match);
    if (address.length > MAX_ADDRESS_CHARACTERS || !URL.canParse(address)) continue;
    const url = new URL(address);
    url.hash = '';
    if (!found.has(url.href)) found.set(url.href, address);
    if (found.size === MAX_ADDRESSES) break;
  }
  return [...found.values()];
}

/** In one pass from the end: a message may have very many addresses, each with a long tail. */
function withoutTail(match: string): string {
  const unopened: Record<string, number> = {};
  for (const [closing, opening] of Object.entries(OPENING))
    unopened[closing] = match.split(closing).length - match.split(opening).length;
  let end = match.length;
  for (; end > 0; end -= 1) {
    const last = match[end - 1] ?? '';
    const surplus = unopened[last] ?? 0;
    if (surplus > 0) unopened[last] = surplus - 1;
    else if (!PUNCTUATION.has(last)) break;
  }
  return match.slice(0, end);
}

/** The part that is searched; it does not end inside an address. */
function startOf(text: string): string {
  if (text.length <= MAX_SEARCHED_CHARACTERS) return text;
  const start = text.slice(0, MAX_SEARCHED_CHARACTERS);
  return start.slice(0, Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n')) + 1);
}
