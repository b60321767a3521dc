import type { ServiceProvider } from '../models/service-file/provider';
import { listModels } from './openai-compatible/list-models';
import type { UpstreamModel } from './spec';
import { listVendorModels } from './vendor/list/list-models';

/**
 * The models that a configured provider lists; none for kinds without lists.
 * @throws FetchFailure if it cannot be reached, refuses, or its answer is not a list
 */
export function listModelsOf(provider: ServiceProvider, signal: AbortSignal): Promise<UpstreamModel[]> {
  switch (provider.kind) {
    case 'openai-compatible':
      return listModels(provider, signal);
    case 'anthropic':
    case 'google':
    case 'amazon-bedrock':
      return listVendorModels(provider, signal);
    default:
      return Promise.resolve([]);
  }
}
