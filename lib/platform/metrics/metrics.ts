import { bounded, metrics, OTHER } from './registry';

const NANO = 1e9;

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** A provider of the service file, and the provider's name of a model. */
type UpstreamName = { provider: string; model: string };

/**
 * Counts an answered request.
 * @param request.route the pattern of the route table, e.g. `/api/v1/models/[...id]`; never the requested path
 * @param request.seconds from the arrival to the end of the answer
 */
export function countRequest(request: { route: string; method: string; status: number; seconds: number }): void {
  const { labels, requests, requestSeconds } = metrics();
  const route = bounded(labels.route, request.route);
  const method = METHODS.has(request.method) ? request.method : OTHER;
  requests.inc({ route, method, status: String(request.status) });
  requestSeconds.observe(route, request.seconds);
}

/** Records how long a stream's first output took, from the request's arrival. @param model an ID of the catalog */
export function observeFirstToken(model: string, seconds: number): void {
  const { labels, firstToken } = metrics();
  firstToken.observe(bounded(labels.model, model), seconds);
}

/** Counts tokens that an answer used. @param model an ID of the catalog */
export function countTokens(model: string, kind: 'prompt' | 'completion', tokens: number): void {
  const { labels, tokens: counted } = metrics();
  if (tokens > 0) counted.inc({ model: bounded(labels.model, model), kind }, tokens);
}

/**
 * Counts completion tokens that an upstream reported beyond the requested maximum. @param model an ID of the catalog
 */
export function countUnchargedTokens(model: string, tokens: number): void {
  const { labels, unchargedTokens } = metrics();
  if (tokens > 0) unchargedTokens.inc({ model: bounded(labels.model, model) }, tokens);
}

/** Counts what a request was charged, and what it cost beyond that (nano units; reported in whole units). */
export function countCharge(currency: 'USD' | 'DIEM', chargedNano: bigint, absorbedNano: bigint): void {
  if (chargedNano > 0n) metrics().charged.inc({ currency }, Number(chargedNano) / NANO);
  if (absorbedNano > 0n) metrics().absorbed.inc({ currency }, Number(absorbedNano) / NANO);
}

/**
 * Counts requests whose process exited before they were charged: found at a later start, or when their holds are
 * purged.
 */
export function countUnsettled(requests: number): void {
  metrics().unsettled.inc({}, requests);
}

/** Counts a call of an upstream by how it ended. @param provider a name of the service file */
export function countUpstream(provider: string, outcome: 'ok' | 'error' | 'timeout' | 'overloaded' | 'left'): void {
  const { labels, upstreams } = metrics();
  upstreams.inc({ provider: bounded(labels.provider, provider), outcome });
}

/** Records whether an upstream gets calls, or is disabled because of repeated failures. */
export function setUpstreamUp(upstream: UpstreamName, up: boolean): void {
  metrics().upstreamUp.set(labelsOf(upstream), up ? 1 : 0);
}

/**
 * Counts that an upstream was disabled (`open`), was retried (`half_open`), was enabled again (`closed`), or was
 * disabled for one account only (`open_for_account`).
 */
export function countUpstreamChange(
  upstream: UpstreamName,
  state: 'open' | 'half_open' | 'closed' | 'open_for_account',
): void {
  metrics().upstreamChanges.inc({ ...labelsOf(upstream), state });
}

/** Counts a retried call. @param provider the one that failed @param where which upstream was tried next */
export function countUpstreamRetry(provider: string, where: 'another' | 'same'): void {
  const { labels, upstreamRetries } = metrics();
  upstreamRetries.inc({ provider: bounded(labels.provider, provider), where });
}

/** Stops reporting an upstream that is no longer in the service. */
export function forgetUpstream(upstream: UpstreamName): void {
  metrics().upstreamUp.remove(labelsOf(upstream));
}

/**
 * Counts a request refused by a rate limit, the limits on repeats and on requests in flight, the failed-request guard,
 * or a limit per address, account, or email (limits/rules.ts).
 */
export function countRefusal(
  kind: 'rpm' | 'tpm' | 'in_flight' | 'repeats' | 'guard' | 'address' | 'account' | 'email',
): void {
  metrics().refusals.inc({ kind });
}

function labelsOf({ provider, model }: UpstreamName): UpstreamName {
  const { labels } = metrics();
  return { provider: bounded(labels.provider, provider), model: bounded(labels.upstream, model) };
}
