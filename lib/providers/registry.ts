import { processState } from '../platform/process-state';
import type { Provider } from './spec';

/** All providers of the process. Replaced as a whole at a reload: running requests keep the one they found. */
const registry = () =>
  processState<{ providers: ReadonlyMap<string, Provider> }>('providers.registry', () => ({ providers: new Map() }));

/** Replaces the set of providers; of several with the same id the last one is used. */
export function installProviders(providers: readonly Provider[]): void {
  registry().providers = new Map(providers.map((provider) => [provider.id, provider]));
}

/** The provider with this id, or undefined. */
export function findProvider(id: string): Provider | undefined {
  return registry().providers.get(id);
}
