import type { RunContext } from '../accounts/caller';
import type { FoundModel } from '../models/find';
import type { Model } from '../models/model';

/** Where a call goes: `retries` counts from 0. */
type Route = { provider: string; retries: number };

/**
 * Reports the model in the headers, also of what fails later. Called first by everything that draws or edits, and again
 * with each call's route. Of several calls at once, the most retries count.
 */
export function noteModel({ model, deprecation }: FoundModel<Model>, { metadata }: RunContext, route?: Route): void {
  const router = route?.provider ?? model.upstreams[0]?.provider ?? '';
  metadata.model = { id: model.id, name: model.name, router, deprecation };
  if (route) metadata.retryCount = Math.max(route.retries, metadata.retryCount ?? 0);
}
