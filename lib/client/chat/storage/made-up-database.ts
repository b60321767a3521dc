type Row = { id: string; chatId?: string };
type StoreName = 'chats' | 'messages';

/** For tests: rows in memory with as much room as they give them. */
export type MadeUpRows = Record<StoreName, Map<string, Row>> & {
  /** How many characters the rows may have. */
  room: number;
  /** What reading throws; null while it works. */
  unreadable: Error | null;
  /** Ends with the transactions so far: they run one after another. */
  turn: Promise<unknown>;
};

/** No rows yet, and room for all. */
export function madeUpRows(): MadeUpRows {
  return { chats: new Map(), messages: new Map(), room: Infinity, unreadable: null, turn: Promise.resolve() };
}

/** What the history calls of a `ChatDatabase`, over rows that tests made up: each tab has its own over the same rows. */
export function madeUpDatabase(made: MadeUpRows) {
  const read = async <T>(rows: () => T): Promise<T> => {
    await made.turn;
    if (made.unreadable) throw made.unreadable;
    return structuredClone(rows());
  };
  return {
    get: (name: StoreName, id: string) => read(() => made[name].get(id)),
    getAll: (name: StoreName) => read(() => [...made[name].values()]),
    getAllFromIndex: (_name: StoreName, _index: string, chatId: string) => read(() => rowsOf(made, chatId)),
    delete: async (name: StoreName, id: string) => void made[name].delete(await made.turn.then(() => id)),
    transaction: () => transactionOver(made),
    close: () => undefined,
  };
}

/** Its rows are there when it is done, all of them or none. */
function transactionOver(made: MadeUpRows) {
  const before = made.turn;
  const steps: ((rows: Record<StoreName, Map<string, Row>>) => void)[] = [];
  let end: (result: Promise<void>) => void = () => undefined;
  const done = new Promise<void>((resolve) => (end = resolve));
  let begun: Promise<void> | undefined;
  made.turn = done.catch(() => undefined);
  const step = (work: (typeof steps)[number]) => Promise.resolve(void steps.push(work));
  const storeOf = (name: StoreName) => ({
    get: (id: string) => before.then(() => structuredClone(made[name].get(id))),
    put: (row: Row) => step((rows) => rows[name].set(row.id, structuredClone(row))),
    delete: (id: string) => step((rows) => rows[name].delete(id)),
    index: () => ({ getAllKeys: (chatId: string) => before.then(() => rowsOf(made, chatId).map(({ id }) => id)) }),
  });
  return {
    store: storeOf('chats'),
    objectStore: storeOf,
    abort: () => undefined,
    get done() {
      begun ??= before.then(() => commit(made, steps));
      end(begun);
      return done;
    },
  };
}

function commit(made: MadeUpRows, steps: ((rows: Record<StoreName, Map<string, Row>>) => void)[]): void {
  const rows = { chats: new Map(made.chats), messages: new Map(made.messages) };
  for (const step of steps) step(rows);
  if (sizeOf(rows) > Math.max(made.room, sizeOf(made))) throw new DOMException('Full.', 'QuotaExceededError');
  Object.assign(made, rows);
}

/** How many characters rows have. */
export function sizeOf({ chats, messages }: Record<StoreName, Map<string, Row>>): number {
  return JSON.stringify([...chats.values(), ...messages.values()]).length;
}

const rowsOf = (made: MadeUpRows, chatId: string) => [...made.messages.values()].filter((row) => row.chatId === chatId);
