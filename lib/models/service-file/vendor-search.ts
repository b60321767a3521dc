import { AUTOMATIC_PROVIDERS } from '../automatic/decide';
import { EMBEDDED_PROVIDER } from '../model';
import type { ServiceFileLayout } from './layout';
import type { Problem } from './problems';
import type { Environment } from './substitute';

/** The kind of provider whose vendor searches the web and posts itself. */
const SEARCHING_KIND = 'xai';

/** Checks that every upstream of a model with `x_search` has such a search: callers pay for what it finds. */
export function vendorSearchProblems(layout: ServiceFileLayout, environment: Environment): Problem[] {
  return layout.models.flatMap((model, index) => {
    const position = 'capabilities' in model ? model.capabilities.findIndex((one) => one === 'x_search') : -1;
    if (position < 0) return [];
    const unable = model.upstreams.map(({ provider }) => provider).find((id) => !searches(id, layout, environment));
    if (unable === undefined) return [];
    const advice = `name only providers of the kind ${SEARCHING_KIND} in upstreams, or remove it`;
    const text = `x_search needs a vendor’s own search, which the provider ${JSON.stringify(unable)} does not have; ${advice}`;
    return [{ path: ['models', index, 'capabilities', position], text }];
  });
}

/** Whether a provider has it; also true of one that does not exist, which is reported elsewhere. */
function searches(id: string, { providers }: ServiceFileLayout, environment: Environment): boolean {
  if (Object.hasOwn(providers, id)) return providers[id]?.kind === SEARCHING_KIND;
  const variable = AUTOMATIC_PROVIDERS[id];
  return id !== EMBEDDED_PROVIDER && !(variable && environment[variable]);
}
