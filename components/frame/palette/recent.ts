/** The localStorage key of recent commands, most recent first. */
const STORED = 'farebox-commands';
/** The maximum number of recent commands. */
const MAX_RECENT = 4;

/** The IDs of the recent commands, most recent first. */
export function readRecent(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

/** Records that a command was run. */
export function keepRecent(id: string): void {
  try {
    localStorage.setItem(
      STORED,
      JSON.stringify([id, ...readRecent().filter((other) => other !== id)].slice(0, MAX_RECENT)),
    );
  } catch {
    // Then it only lasts for this visit.
  }
}
