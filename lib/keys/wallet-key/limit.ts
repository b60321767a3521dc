import { ApiError } from '../../core/errors';
import { SECOND_MS } from '../../core/time';
import { admit } from '../../limits/admit';
import type { LimitedAccount } from '../../limits/class-limits';
import { noteRefusal } from '../../limits/log/note-refusal';
import { clock } from '../../platform/clock';
import { countRefusal } from '../../platform/metrics/metrics';

/** Counted together with `POST /api_keys`. */
const MODEL_ID = 'endpoint:api/v1/api_keys';

/**
 * Counts a new key against the limit of its account (docs/api-rules.md, "Rate limits" and "Create a key"). The pipeline
 * cannot do this, because the account is unknown before the signature is checked.
 * @throws ApiError RATE_LIMIT_EXCEEDED with `Retry-After` until the window ends
 */
export async function passKeyLimit(account: LimitedAccount): Promise<void> {
  const { refusal, metadata } = await admit({ limitClass: 'create_key', modelId: MODEL_ID }, account);
  if (refusal === null) return;
  noteRefusal({ accountId: account.id, keyId: null, modelId: MODEL_ID, tier: account.tier, type: refusal });
  countRefusal('rpm');
  const retryAfterSeconds = Math.max(1, Math.ceil(((metadata.requests?.resetsAtMs ?? 0) - clock.now()) / SECOND_MS));
  const message = `Rate limit exceeded: an account may create ${metadata.requests?.limit ?? 0} keys per minute.`;
  throw new ApiError('RATE_LIMIT_EXCEEDED', `${message} Try again in ${retryAfterSeconds} s.`, { retryAfterSeconds });
}
