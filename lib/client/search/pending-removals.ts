/**
 * Removals that can still be undone: each is sent once nobody can undo it anymore. Kept outside of components, because
 * the notice with Undo stays when its page is left.
 */
export type PendingRemovals = {
  /** Notes a removal. @param send sends it; `leaving` if the page is being closed */
  add: (id: string, send: (leaving: boolean) => void) => void;
  /** Sends it, if it is still pending. */
  finish: (id: string) => void;
  /** Forgets it. @returns false if it has been sent already */
  undo: (id: string) => boolean;
  /** Sends all of them, because the page is being closed. */
  leave: () => void;
  has: (id: string) => boolean;
};

/** Makes an empty list. */
export function makePendingRemovals(): PendingRemovals {
  const pending = new Map<string, (leaving: boolean) => void>();
  const take = (id: string) => {
    const send = pending.get(id);
    pending.delete(id);
    return send;
  };
  return {
    add: (id, send) => void pending.set(id, send),
    finish: (id) => take(id)?.(false),
    undo: (id) => pending.delete(id),
    leave: () => [...pending.keys()].forEach((id) => take(id)?.(true)),
    has: (id) => pending.has(id),
  };
}
