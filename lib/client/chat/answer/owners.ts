/** Which answers are being written, across all tabs of this browser. */
export type Owners = {
  /** Marks an answer as written by this tab, until the returned function is called or the tab is gone. */
  hold(messageId: string): () => void;
  /** The IDs of the answers being written by any tab; null if the browser cannot say. */
  held(): Promise<ReadonlySet<string> | null>;
};

const PREFIX = 'farebox-answer-';

/** Uses a lock per answer: the browser releases it with the tab, however that ends. Null if locks are not supported. */
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
