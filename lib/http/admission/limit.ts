import { keyIdOf, type AccountCaller } from '../../accounts/caller';
import { ApiError, isApiError } from '../../core/errors';
import { SECOND_MS } from '../../core/time';
import { admit, type Admission, type Demand } from '../../limits/admit';
import { API_CLASS } from '../../limits/class-limits';
import { noteRefusal } from '../../limits/log/note-refusal';
import { peekWindows } from '../../limits/peek-windows';
import { clock } from '../../platform/clock';
import { countRefusal } from '../../platform/metrics/metrics';
import type { RequestContext } from '../request-context';
import { isConsole } from './authorize';
import { logNameOf } from './guard';

/**
 * Counts a request against the limits of its class (docs/api-rules.md, "Rate limits"), and reserves its tokens.
 * @throws ApiError RATE_LIMIT_EXCEEDED with `Retry-After` until the window ends
 */
export async function passLimit(context: RequestContext, demand: Demand, caller: AccountCaller): Promise<void> {
  context.demand = demand;
  const admission = await admit(demand, caller.account);
  context.metadata.rateLimit = admission.metadata;
  if (admission.refusal !== null) throw refuse(caller, admission, admission.refusal, demand);
  context.admission = admission;
}

/**
 * Counts a request of a route without limits of its own in the class `api`. The console's own routes have bounds of
 * another kind (docs/limits.md) and are not counted.
 * @throws ApiError RATE_LIMIT_EXCEEDED with `Retry-After` until the window ends
 */
export async function passApiLimit(context: RequestContext, caller: AccountCaller): Promise<void> {
  if (isConsole(context.auth)) return;
  const admission = await admit(API_CLASS, caller.account);
  context.metadata.rateLimit = admission.metadata;
  if (admission.refusal === null) return;
  throw refuse(caller, admission, admission.refusal, { ...API_CLASS, modelId: logNameOf(context.request) });
}

/**
 * Completes the rate limit headers of an answer that no limit has counted: they report the class `api`. A failure counts
 * in it; a stored answer and a refusal (429) are not counted. Never throws.
 * @param thrown what the request failed with; undefined if it did not
 */
export async function reportApiLimit(context: RequestContext, thrown: unknown): Promise<void> {
  const { caller, metadata, auth } = context;
  if (caller === null || caller.kind === 'anonymous' || isConsole(auth)) return;
  const { account } = caller;
  const counts = thrown !== undefined && !(isApiError(thrown) && thrown.code === 'RATE_LIMIT_EXCEEDED');
  if (counts) {
    metadata.rateLimit = (await admit(API_CLASS, account)).metadata;
    return;
  }
  const { limits, resetsAtMs } = await peekWindows([API_CLASS], account);
  const requests = limits[0]?.requests;
  if (requests) metadata.rateLimit = { type: 'user', requests: { ...requests, resetsAtMs } };
}

/** The refusal, recorded in the account's log under the demand's name, and in the metrics. */
function refuse(caller: AccountCaller, { metadata }: Admission, refusal: 'RPM' | 'TPM', demand: Demand): ApiError {
  const { account } = caller;
  const { modelId } = demand;
  noteRefusal({ accountId: account.id, keyId: keyIdOf(caller), modelId, tier: account.tier, type: refusal });
  countRefusal(refusal === 'RPM' ? 'rpm' : 'tpm');
  const window = refusal === 'RPM' ? metadata.requests : metadata.tokens;
  const seconds = Math.max(1, Math.ceil(((window?.resetsAtMs ?? 0) - clock.now()) / SECOND_MS));
  const what = `${window?.limit ?? 0} ${refusal === 'RPM' ? 'requests' : 'tokens'} per minute`;
  const message = `Rate limit exceeded: ${takersOf(demand)} ${what}. Try again in ${seconds} s.`;
  return new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds: seconds });
}

function takersOf({ limitClass, modelId }: Demand): string {
  if (limitClass === API_CLASS.limitClass) return 'endpoints without their own limit share';
  return modelId.startsWith('endpoint:') ? 'this endpoint takes' : `the model ${modelId} takes`;
}
