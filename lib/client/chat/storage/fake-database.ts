type Row = { id: string; chatId?: string };
type StoreName = 'chats' | 'messages';

/** For tests: rows in memory with a capacity that the test sets. */
export type FakeRows = Record<StoreName, Map<string, Row>> & {
  /** The maximum total length of the rows. */
  capacity: number;
  /** What reading throws; null if it works. */
  unreadable: Error | null;
  /** Resolves after the transactions so far: they run one after another. */
  turn: Promise<unknown>;
};

/** No rows yet, and no limit. */
export function fakeRows(): FakeRows {
  return { chats: new Map(), messages: new Map(), capacity: Infinity, unreadable: null, turn: Promise.resolve() };
}

/**
 * The part of a `ChatDatabase` that the history uses, over fake rows: every tab has its own instance over the same
 * rows.
 */
export function fakeDatabase(fake: FakeRows) {
  const read = async <T>(rows: () => T): Promise<T> => {
    await fake.turn;
    if (fake.unreadable) throw fake.unreadable;
    return structuredClone(rows());
  };
  return {
    get: (name: StoreName, id: string) => read(() => fake[name].get(id)),
    getAll: (name: StoreName) => read(() => [...fake[name].values()]),
    getAllFromIndex: (_name: StoreName, _index: string, chatId: string) => read(() => rowsOf(fake, chatId)),
    delete: async (name: StoreName, id: string) => void fake[name].delete(await fake.turn.then(() => id)),
    transaction: () => transactionOver(fake),
    close: () => undefined,
  };
}

/** Its rows are written when it completes, all of them or none. */
function transactionOver(fake: FakeRows) {
  const before = fake.turn;
  const steps: ((rows: Record<StoreName, Map<string, Row>>) => void)[] = [];
  let end: (result: Promise<void>) => void = () => undefined;
  const done = new Promise<void>((resolve) => (end = resolve));
  let begun: Promise<void> | undefined;
  fake.turn = done.catch(() => undefined);
  const step = (work: (typeof steps)[number]) => Promise.resolve(void steps.push(work));
  const storeOf = (name: StoreName) => ({
    get: (id: string) => before.then(() => structuredClone(fake[name].get(id))),
    put: (row: Row) => step((rows) => rows[name].set(row.id, structuredClone(row))),
    delete: (id: string) => step((rows) => rows[name].delete(id)),
    index: () => ({ getAllKeys: (chatId: string) => before.then(() => rowsOf(fake, chatId).map(({ id }) => id)) }),
  });
  return {
    store: storeOf('chats'),
    objectStore: storeOf,
    abort: () => undefined,
    get done() {
      begun ??= before.then(() => commit(fake, steps));
      end(begun);
      return done;
    },
  };
}

function commit(fake: FakeRows, steps: ((rows: Record<StoreName, Map<string, Row>>) => void)[]): void {
  const rows = { chats: new Map(fake.chats), messages: new Map(fake.messages) };
  for (const step of steps) step(rows);
  if (sizeOf(rows) > Math.max(fake.capacity, sizeOf(fake))) throw new DOMException('Full.', 'QuotaExceededError');
  Object.assign(fake, rows);
}

/** The total length of the rows. */
export function sizeOf({ chats, messages }: Record<StoreName, Map<string, Row>>): number {
  return JSON.stringify([...chats.values(), ...messages.values()]).length;
}

const rowsOf = (fake: FakeRows, chatId: string) => [...fake.messages.values()].filter((row) => row.chatId === chatId);
