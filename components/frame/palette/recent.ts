/** Where the browser remembers which commands were run, the last one first. */
const STORED = 'farebox-commands';
/** How many are listed above the others. */
const MOST = 4;

/** The ids of the commands that were run last, the last one first. */
export function readRecent(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Remembers that a command was run. */
export function keepRecent(id: string): void {
  try {
    localStorage.setItem(STORED, JSON.stringify([id, ...readRecent().filter((other) => other !== id)].slice(0, MOST)));
  } catch {
    // It is forgotten with the page.
  }
}
