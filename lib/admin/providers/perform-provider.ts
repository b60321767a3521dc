import { withTimeLimit } from '../../platform/with-time-limit';
import { MINUTE_MS } from '../../core/time';
import { listUpstreamModels } from '../../connected/upstream/list';
import { tryConnected } from '../../connected/upstream/try-provider';
import { addModels, changeModel, removeModel } from '../../connected/verbs/models';
import { addProvider, changeProvider, removeProvider } from '../../connected/verbs/providers';
import { serveAll } from '../../connected/verbs/serve-all';
import { viewProviders } from '../../connected/view';
import type { ProviderCommand } from './command';

/** How long the calls of a provider may take together. */
const LIMIT_MS = 2 * MINUTE_MS;

/** Executes a command about providers; its audit entries name no account. @throws ApiError those of the verbs */
export async function performProvider(command: ProviderCommand): Promise<Record<string, unknown>> {
  const signal = withTimeLimit(undefined, LIMIT_MS);
  switch (command.action) {
    case 'list':
      return viewProviders();
    case 'add': {
      const { id } = await addProvider(command.settings, null);
      return command.serve === 'all' ? { id, ...(await serveAll(id, { actor: null, signal })) } : { id };
    }
    case 'edit':
      return changeProvider(command.provider, command.change, null);
    case 'remove':
      return removeProvider(command.provider, null);
    case 'test':
      return tryConnected(command.provider, command.model, signal);
    case 'models':
      return listUpstreamModels(command.provider, signal);
    case 'serve':
      return addModels(command.provider, command.add, { actor: null, signal });
    case 'editModel':
      return changeModel(command.model, command.change, null);
    case 'removeModel':
      return removeModel(command.model, null);
  }
}
