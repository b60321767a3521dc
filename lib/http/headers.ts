import { hostname } from 'node:os';
import { formatNanoUsd } from '../core/money';
import { randomHex } from '../core/ids';
import type { ReplyFacts } from '../core/reply-facts';
import { headerName } from '../core/service-name';
import { clock } from '../platform/clock';
import { settings } from '../platform/env';
import { revision } from '../platform/revision';

/** A new request id: 16 hex digits and the service's name (contract 1.5). */
export function newRequestId(): string {
  return `${randomHex(8)}-${settings().serviceId.toUpperCase()}`;
}

/**
 * The headers of every response (contract 1.5), all names in lower case because some clients compare them so.
 * @param facts what the run learnt
 * @param failed adds the host's name, for support
 */
export function replyHeaders(requestId: string, facts: ReplyFacts, failed: boolean): Record<string, string> {
  const { serviceId } = settings();
  const named: Record<string, string> = {
    'x-svc-version': revision(),
    'x-svc-timestamp': new Date(clock.now()).toISOString(),
  };
  if (failed) named['x-svc-host-name'] = hostname();
  if (facts.model) {
    named['x-svc-model-id'] = headerText(facts.model.id);
    named['x-svc-model-name'] = encodeURI(facts.model.name);
    named['x-svc-model-router'] = headerText(facts.model.router);
  }
  if (facts.balanceBefore) {
    named['x-svc-balance-usd'] = formatNanoUsd(facts.balanceBefore.usdNano);
    named['x-svc-balance-diem'] = formatNanoUsd(facts.balanceBefore.diemNano);
  }
  const headers: Record<string, string> = { 'cf-ray': requestId, 'x-content-type-options': 'nosniff' };
  for (const [name, value] of Object.entries(named)) headers[headerName(name, serviceId)] = value;
  if (facts.retryCount) headers['x-retry-count'] = String(facts.retryCount);
  return headers;
}

/** Text that a header can carry: what is not printable ASCII is percent-encoded. */
function headerText(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : encodeURI(text);
}
