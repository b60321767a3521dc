/** The models in memory: as many as fit a bound. Only one that nobody uses makes room for another. */
import { modelTooLarge, notEnoughMemory } from '../envelope';

/** A model to be in memory, and what it takes there. */
export type WantedModel = { id: string; path: string; memoryBytes: number };

/** The use of a loaded model. `release` is called once, at its end. */
export type ModelLease<Model> = { model: Model; release: () => void };

/** How models are loaded and removed, and what they may take. */
export type ModelCacheOptions<Wanted, Model> = {
  load: (wanted: Wanted) => Promise<Model>;
  dispose: (model: Model) => Promise<void>;
  boundBytes: number;
  /** Milliseconds that only grow. */
  now: () => number;
};

/** Lends models. @throws ApiError of the model's size or of models in use; what `load` throws */
export type ModelCache<Wanted, Model> = (wanted: Wanted) => Promise<ModelLease<Model>>;

type Loaded<Model> = {
  id: string;
  loading: Promise<Model>;
  memoryBytes: number;
  leases: number;
  usedAtMs: number;
};

/**
 * A model must have been idle for so long before it gives its place to another: two callers of two models that do not
 * fit together must not make each other wait for a load at every turn.
 */
const IDLE_MS = 60_000;

/** Makes an empty cache. */
export function createModelCache<Wanted extends WantedModel, Model>({
  load,
  dispose,
  boundBytes,
  now,
}: ModelCacheOptions<Wanted, Model>): ModelCache<Wanted, Model> {
  const loaded = new Map<string, Loaded<Model>>();
  let making: Promise<unknown> = Promise.resolve();

  const takenBytes = (): number => [...loaded.values()].reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
  const longestIdle = (): [string, Loaded<Model>] | undefined =>
    [...loaded]
      .filter(([, { leases, usedAtMs }]) => leases === 0 && now() - usedAtMs >= IDLE_MS)
      .sort(([, one], [, other]) => one.usedAtMs - other.usedAtMs)[0];

  const makeRoom = async ({ id, memoryBytes }: Wanted): Promise<void> => {
    if (memoryBytes > boundBytes) throw modelTooLarge(id, memoryBytes, boundBytes);
    while (takenBytes() + memoryBytes > boundBytes) {
      const [path, idle] = longestIdle() ?? [];
      if (path === undefined || idle === undefined) throw notEnoughMemory(id);
      loaded.delete(path);
      await idle.loading.then(dispose).catch(() => undefined);
    }
  };
  /** One at a time: of two models that come at once, the second sees what the first one takes. */
  const add = (wanted: Wanted): Promise<Loaded<Model>> => {
    const adding = making.then(async () => {
      const present = loaded.get(wanted.path);
      if (present) return present;
      await makeRoom(wanted);
      const { id, path, memoryBytes } = wanted;
      const entry = { id, loading: load(wanted), memoryBytes, leases: 0, usedAtMs: now() };
      loaded.set(path, entry);
      entry.loading.catch(() => loaded.delete(path));
      return entry;
    });
    making = adding.catch(() => undefined);
    return adding;
  };

  return async (wanted) => {
    const entry = loaded.get(wanted.path) ?? (await add(wanted));
    entry.leases += 1;
    const release = (): void => {
      entry.leases -= 1;
      entry.usedAtMs = now();
    };
    try {
      return { model: await entry.loading, release };
    } catch (thrown) {
      release();
      throw thrown;
    }
  };
}
