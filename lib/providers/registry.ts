import { processState } from '../platform/process-state';
import type { Provider } from './spec';

/** `forwarded`: names of fields that at least one provider gets, besides the usual ones. */
type Registry = { providers: ReadonlyMap<string, Provider>; forwarded: ReadonlySet<string> };

/** All providers of the process. Replaced as a whole at a reload: running requests keep the one they found. */
const registry = () =>
  processState<Registry>('providers.registry', () => ({ providers: new Map(), forwarded: new Set() }));

/** Replaces the set of providers; of several with the same id the last one is used. */
export function installProviders(providers: readonly Provider[]): void {
  registry().providers = new Map(providers.map((provider) => [provider.id, provider]));
  registry().forwarded = new Set(providers.flatMap(({ forwardFields }) => forwardFields ?? []));
}

/** The provider with this id, or undefined. */
export function findProvider(id: string): Provider | undefined {
  return registry().providers.get(id);
}

/**
 * Names of the fields outside our schema that the operator lets at least one provider have
 * (docs/service-file.md, "Providers"); the same set until the providers are replaced.
 */
export function fieldsOfProviders(): ReadonlySet<string> {
  return registry().forwarded;
}
