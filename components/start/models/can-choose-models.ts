import type { ProvidersView, ProviderView } from '@/lib/connected/contract';

/** Whether models of a provider can be chosen: it is connected here, and can be called. */
export function canChooseModels({ source, enabled, problem }: ProviderView): boolean {
  return source === 'console' && enabled && problem === null;
}

/** Whether a provider answers, or will once its models are chosen. Otherwise the local model is offered as well. */
export function isProviderReady({ editing, providers }: ProvidersView): boolean {
  return providers.some((provider) => provider.models > 0 || (editing.possible && canChooseModels(provider)));
}
