import { bufferRefusal } from './refusal-buffer';
import type { RefusalType } from './write';

/** A request that has just been refused. */
export type RefusedRequest = {
  accountId: string;
  /** Null for a browser session. */
  keyId: string | null;
  /** A model's id, or `endpoint:api/v1/<path>`. */
  modelId: string;
  tier: string;
  type: RefusalType;
};

/**
 * Records a refused request in its account's log (docs/api-rules.md, "Refusal log"). Costs the request nothing: records
 * are buffered in memory, up to a bound, and written at most once a second. Never throws.
 */
export function noteRefusal(request: RefusedRequest): void {
  bufferRefusal(request);
}
