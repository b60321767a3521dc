/** Longer texts than this are no slips. */
const MAX_CHARACTERS = 200;

/**
 * The name that was probably meant: the same but for case, accents, spaces, and hyphens, or but for one letter or two
 * letters in the wrong order. Undefined if none of the known names is so near.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_CHARACTERS) return undefined;
  const meant = plain(name);
  return known.find((other) => plain(other) === meant) ?? known.find((other) => isOneSlipApart(plain(other), meant));
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

/** Whether one letter added, left out, or replaced, or two neighbors swapped, makes two texts equal. */
function isOneSlipApart(a: string, b: string): boolean {
  const [longer, shorter] = a.length >= b.length ? [a, b] : [b, a];
  if (longer.length - shorter.length > 1 || shorter.length < 2) return false;
  let at = 0;
  while (at < shorter.length && longer[at] === shorter[at]) at += 1;
  if (longer.length > shorter.length) return longer.slice(at + 1) === shorter.slice(at);
  const isSwapped = longer[at] === shorter[at + 1] && longer[at + 1] === shorter[at];
  return (
    longer.slice(at + 1) === shorter.slice(at + 1) || (isSwapped && longer.slice(at + 2) === shorter.slice(at + 2))
  );
}
