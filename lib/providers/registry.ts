import { processState } from '../platform/process-state';
import type { Provider } from './spec';

/** All providers of the process. Replaced as a whole at a reload: a request at work keeps what it has found. */
const registry = () =>
  processState<{ providers: ReadonlyMap<string, Provider> }>('providers.registry', () => ({ providers: new Map() }));

/** Puts the set of providers in place; a later one of the same id replaces an earlier one. */
export function installProviders(providers: readonly Provider[]): void {
  registry().providers = new Map(providers.map((provider) => [provider.id, provider]));
}

/** The provider of an id, or undefined. */
export function findProvider(id: string): Provider | undefined {
  return registry().providers.get(id);
}
