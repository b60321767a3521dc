import { timingSafeEqual } from 'node:crypto';
import { hashSecret } from '../../accounts/keys/key-token';
import { isOperatorToken } from '../../accounts/operator-token';
import { settings } from '../../platform/env';
import type { Transport } from '../server/transport';
import { isLoopbackName } from '../server/host';
import { bearerOf } from './bearer';
import { isSameSite } from './same-site';
import type { ApiRequest } from '../request';

/**
 * Whether a request may read the metrics: it comes from the machine itself, or has `METRICS_TOKEN` or the operator's
 * token. A page of another site, or a foreign name that resolves to this machine, is not the machine itself. If the
 * service is published, under a name or behind a proxy, only tokens count: a proxy may not identify itself.
 */
export function mayReadMetrics(request: ApiRequest, { client }: Pick<Transport, 'client'>): boolean {
  if (hasOperatorToken(request) || hasMetricsToken(request)) return true;
  return !settings().published && client.direct && isSameSite(request) && isLoopbackName(request.headers.get('host'));
}

/** Whether a request carries the operator's token. */
export function hasOperatorToken(request: ApiRequest): boolean {
  const token = bearerOf(request.headers.get('authorization'));
  return token !== undefined && isOperatorToken(token);
}

function hasMetricsToken(request: ApiRequest): boolean {
  const token = bearerOf(request.headers.get('authorization'));
  const { metricsToken } = settings();
  if (token === undefined || metricsToken === undefined) return false;
  // Hashes all have the same length, so the comparison reveals nothing about the token.
  return timingSafeEqual(Buffer.from(hashSecret(token)), Buffer.from(hashSecret(metricsToken)));
}
