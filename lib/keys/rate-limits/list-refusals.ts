import type { RunContext } from '../../accounts/caller';
import { listRefusals } from '../../limits/log/list-refusals';
import { tierIdOf } from './api-tier';
import type { RateLimitLog } from '../contract';

/**
 * The last 50 requests of the caller's account that a limit refused, newest first (docs/api-rules.md, "Refusal log").
 */
export async function listRefusedRequests({ caller }: RunContext): Promise<RateLimitLog> {
  const refusals = await listRefusals(caller.account.id);
  return {
    object: 'list',
    data: refusals.map(({ keyId, modelId, tier, type, at }) => ({
      apiKeyId: keyId,
      modelId,
      rateLimitTier: tierIdOf(tier),
      rateLimitType: type,
      timestamp: at.toISOString(),
    })),
  };
}
