/** GBNF for fixed texts: one, or one of many. */

/** GBNF for exactly this text, e.g. JSON text. */
export function literal(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

/**
 * GBNF for one of these texts, at least one. Common prefixes are written once, so that the engine follows one of them
 * instead of all in parallel.
 * @param tails what follows each of them; nothing if absent
 */
export function oneOf(texts: readonly string[], tails: readonly string[] = []): string {
  const root: Branch = { tail: null, next: new Map() };
  texts.forEach((text, index) => {
    let at = root;
    for (const character of text) {
      const next = at.next.get(character) ?? { tail: null, next: new Map() };
      at.next.set(character, next);
      at = next;
    }
    at.tail = tails[index] ?? '';
  });
  return writeBranch(root);
}

/** The texts with a common prefix; `tail` is what follows the one that ends here. */
type Branch = { tail: string | null; next: Map<string, Branch> };

function writeBranch(branch: Branch): string {
  let run = '';
  let at = branch;
  for (let [only] = at.next; at.tail === null && at.next.size === 1 && only; [only] = at.next) {
    run += only[0];
    at = only[1];
  }
  const begin = run === '' ? '' : `${literal(run)} `;
  if (at.next.size === 0) return `${begin}${at.tail ?? ''}`.trim();
  const ways = [...at.next].map(([character, next]) => `${literal(character)} ${writeBranch(next)}`.trim());
  // A number may be a prefix of another one.
  return `${begin}( ${ways.join(' | ')} )${at.tail === null ? '' : '?'}`;
}
