import { keyIdOf, type AccountCaller } from '../../accounts/caller';
import { ApiError } from '../../core/errors';
import { SECOND_MS } from '../../core/time';
import { admit, type Admission, type Demand } from '../../limits/admit';
import { noteRefusal } from '../../limits/log/note-refusal';
import { clock } from '../../platform/clock';
import { countRefusal } from '../../platform/metrics/metrics';
import type { RequestContext } from '../request-context';

/**
 * Counts a request against the limits of its class (docs/api-rules.md, "Rate limits"), and reserves its tokens.
 * @throws ApiError RATE_LIMIT_EXCEEDED with `Retry-After` until the window ends
 */
export async function passLimit(context: RequestContext, demand: Demand, caller: AccountCaller): Promise<void> {
  const { account } = caller;
  context.demand = demand;
  const admission = await admit(demand, account);
  context.metadata.rateLimit = admission.metadata;
  if (admission.refusal === null) {
    context.admission = admission;
    return;
  }
  const event = { accountId: account.id, keyId: keyIdOf(caller), modelId: demand.modelId, tier: account.tier };
  noteRefusal({ ...event, type: admission.refusal });
  countRefusal(admission.refusal === 'RPM' ? 'rpm' : 'tpm');
  throw refusalOf(demand, admission, admission.refusal);
}

function refusalOf({ modelId }: Demand, { metadata }: Admission, refusal: 'RPM' | 'TPM'): ApiError {
  const window = refusal === 'RPM' ? metadata.requests : metadata.tokens;
  const seconds = Math.max(1, Math.ceil(((window?.resetsAtMs ?? 0) - clock.now()) / SECOND_MS));
  const what = refusal === 'RPM' ? 'requests' : 'tokens';
  const whom = modelId.startsWith('endpoint:') ? 'this endpoint' : `the model ${modelId}`;
  const message = `Rate limit exceeded: ${whom} takes ${window?.limit ?? 0} ${what} per minute. Try again in ${seconds} s.`;
  return new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds: seconds });
}
