/**
 * State that exists once per process. Next's bundle and the server's bundle are two module graphs, so a module-level
 * variable would exist twice; all shared state is on one global object instead.
 */
const ROOT = Symbol.for('farebox');

type Root = Map<string, unknown>;

/**
 * The process-wide value of a name, created at its first use.
 * @param name unique within the process, e.g. `ledger.batch`
 */
export function processState<T>(name: string, create: () => T): T {
  const holder = globalThis as { [ROOT]?: Root };
  const root = (holder[ROOT] ??= new Map());
  if (!root.has(name)) root.set(name, create());
  return root.get(name) as T;
}
