import { z } from 'zod';
import { AddModels, AddProvider, ChangeModel, ChangeProvider, ProviderId, ServedId } from '../../connected/contract';

const OfProvider = z.object({ provider: ProviderId });
/** A model of a provider, by the provider's name of it. */
const upstreamModel = z.string().trim().min(1).max(300);

/** What the admin command does with providers, by `action`. */
export const ProviderCommand = z.discriminatedUnion('action', [
  z.object({ action: z.literal('list') }),
  z.object({ action: z.literal('add'), settings: AddProvider, serve: z.enum(['all', 'none']).default('none') }),
  OfProvider.extend({ action: z.literal('edit'), change: ChangeProvider }),
  OfProvider.extend({ action: z.literal('remove') }),
  OfProvider.extend({ action: z.literal('test'), model: upstreamModel.optional() }),
  OfProvider.extend({ action: z.literal('models') }),
  OfProvider.extend({ action: z.literal('serve'), add: AddModels }),
  z.object({ action: z.literal('editModel'), model: ServedId, change: ChangeModel }),
  z.object({ action: z.literal('removeModel'), model: ServedId }),
]);
export type ProviderCommand = z.output<typeof ProviderCommand>;
