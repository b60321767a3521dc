import type { ClientAddress } from '../accounts/caller';
import { ApiError } from '../core/errors';
import { subjectOfAddress } from '../limits/subject-of-address';
import { take } from '../limits/take';

/**
 * When the route was deprecated and removed, and its replacement (docs/api-rules.md, "Retired usage route"; RFC 9745,
 * RFC 8594).
 */
const RETIRED_HEADERS = {
  deprecation: '@1783555200',
  sunset: 'Wed, 16 Sep 2026 00:00:00 GMT',
  link: '</api/v1/billing/usage-history>; rel="successor-version"',
};

/**
 * Responds that the old usage list is gone, to everyone (docs/api-rules.md, "Retired usage route").
 * @throws ApiError GONE; RATE_LIMIT_EXCEEDED above 60 a minute from one address (docs/api-rules.md, "Rate limits")
 */
export function retiredUsage({ client }: { client: ClientAddress }): never {
  take('retiredRoute', subjectOfAddress(client.address));
  throw new ApiError('GONE', 'GET /billing/usage has been retired. Use GET /billing/usage-history.', {
    headers: RETIRED_HEADERS,
  });
}
