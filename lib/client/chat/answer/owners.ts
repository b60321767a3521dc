/** Which answers are being written, over all tabs of this browser. */
export type Owners = {
  /** Says that this tab writes an answer, until the returned function is called or the tab is gone. */
  hold(messageId: string): () => void;
  /** The ids of the answers that some tab writes; null where the browser does not say. */
  held(): Promise<ReadonlySet<string> | null>;
};

const PREFIX = 'farebox-answer-';

/** A lock for each answer: the browser lets it go with the tab, however that ends. Null where there are none. */
export function browserOwners(): Owners | null {
  if (!('locks' in navigator)) return null;
  const { locks } = navigator;
  return {
    hold(messageId) {
      let letGo = () => undefined as void;
      const written = new Promise<void>((resolve) => (letGo = resolve));
      locks.request(PREFIX + messageId, () => written).catch(() => undefined);
      return letGo;
    },
    async held() {
      try {
        const { held = [], pending = [] } = await locks.query();
        const names = [...held, ...pending].map(({ name = '' }) => name);
        return new Set(names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length)));
      } catch {
        return null;
      }
    },
  };
}
