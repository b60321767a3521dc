import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { SECOND_MS } from '../../core/time';
import { processState } from '../process-state';
import { makeCounter, makeTimings } from './counter';

const PREFIX = 'farebox_';
/** How long a scrape waits for a collected value. */
const COLLECTOR_MS = SECOND_MS;
/** Distinct values of one label; further ones count as `other`. A safeguard: callers already bound them. */
const MAX_LABEL_VALUES = 1_000;
const MAX_LABEL_CHARACTERS = 200;
const OTHER = 'other';
const NANO = 1e9;

/** From a page's milliseconds to a long generation's minutes. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];
const FIRST_TOKEN_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 120];

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** A provider of the service file, and the provider's name of a model. */
type UpstreamName = { provider: string; model: string };

/** A value that is read at each scrape; `running` is a read in progress; `otherwise` is reported if reading fails. */
type Collector = {
  gauge: Gauge;
  read: () => number | Promise<number>;
  otherwise: number | null;
  running: Promise<number> | null;
};

/**
 * The metrics of this process in Prometheus's text format 0.0.4, each name prefixed `farebox_`. After `watchProcess`
 * they include those of the process itself.
 */
export async function renderMetrics(): Promise<{ text: string; contentType: string }> {
  const state = metrics();
  await Promise.all([...state.collectors.values()].map(collect));
  return { text: await state.registry.metrics(), contentType: state.registry.contentType };
}

/** Starts measuring the process: CPU, memory, handles, garbage collection, event loop lag. */
export function watchProcess(): void {
  const state = metrics();
  if (state.watchesProcess) return;
  state.watchesProcess = true;
  collectDefaultMetrics({ register: state.registry, prefix: PREFIX });
}

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

/**
 * Reads a value at each scrape, for at most a second. A later registration of the same name replaces the earlier one.
 * @param name without the prefix, e.g. `holds_live`
 * @param otherwise the value if reading fails or takes longer; by default, no sample
 */
export function collectAtScrape(
  name: string,
  help: string,
  read: () => number | Promise<number>,
  otherwise: number | null = null,
): void {
  const { registry, collectors } = metrics();
  const gauge = collectors.get(name)?.gauge ?? new Gauge({ name: PREFIX + name, help, registers: [registry] });
  collectors.set(name, { gauge, read, otherwise, running: null });
}

async function collect(collector: Collector): Promise<void> {
  const value = (await withinTime(ask(collector))) ?? collector.otherwise;
  if (value === null || !Number.isFinite(value)) collector.gauge.remove();
  else collector.gauge.set(value);
}

/** One read at a time: a value that hangs must not be read again at every scrape. */
function ask(collector: Collector): Promise<number> {
  if (collector.running) return collector.running;
  const running = Promise.resolve().then(collector.read);
  collector.running = running;
  const done = () => (collector.running = null);
  running.then(done, done);
  return running;
}

async function withinTime(asked: Promise<number>): Promise<number | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), COLLECTOR_MS)));
  try {
    return await Promise.race([asked, late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function labelsOf({ provider, model }: UpstreamName): UpstreamName {
  const { labels } = metrics();
  return { provider: bounded(labels.provider, provider), model: bounded(labels.upstream, model) };
}

/** A label's value, or `other` if there are too many. @param known the values so far */
function bounded(known: Set<string>, value: string): string {
  if (known.has(value)) return value;
  if (known.size >= MAX_LABEL_VALUES || value.length > MAX_LABEL_CHARACTERS) return OTHER;
  known.add(value);
  return value;
}

type State = ReturnType<typeof makeState>;

/** Created at first use, in a separate registry: the library's global one would exist once per module graph. */
function metrics(): State {
  return processState('platform.metrics', makeState);
}

function makeState() {
  const registry = new Registry();
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    makeCounter({ registry, name: PREFIX + name, help }, labelNames);
  const histogram = (name: string, help: string, label: string, bounds: number[]) =>
    makeTimings({ registry, name: PREFIX + name, help }, label, bounds);
  return {
    registry,
    watchesProcess: false,
    collectors: new Map<string, Collector>(),
    labels: {
      route: new Set<string>(),
      model: new Set<string>(),
      provider: new Set<string>(),
      upstream: new Set<string>(),
    },
    requests: counter('requests_total', 'Answered requests.', ['route', 'method', 'status']),
    requestSeconds: histogram('request_seconds', 'Arrival to the end of the answer.', 'route', REQUEST_SECONDS),
    firstToken: histogram(
      'first_token_seconds',
      'From the arrival of a request to the first output of its model.',
      'model',
      FIRST_TOKEN_SECONDS,
    ),
    tokens: counter('tokens_total', 'Tokens used.', ['model', 'kind']),
    unchargedTokens: counter(
      'uncharged_completion_tokens_total',
      'Completion tokens that upstreams reported beyond what was asked for.',
      ['model'],
    ),
    charged: counter('charged_total', 'What requests were charged, whole units.', ['currency']),
    absorbed: counter('absorbed_total', 'What requests cost beyond their charge, whole units.', ['currency']),
    upstreams: counter('upstream_calls_total', 'Calls of upstreams by outcome.', ['provider', 'outcome']),
    upstreamUp: new Gauge({
      name: `${PREFIX}upstream_up`,
      help: '1 if an upstream gets calls, 0 if it is disabled because of repeated failures.',
      labelNames: ['provider', 'model'],
      registers: [registry],
    }),
    upstreamChanges: counter('upstream_changes_total', 'Upstreams disabled, retried, and enabled again.', [
      'provider',
      'model',
      'state',
    ]),
    unsettled: counter('unsettled_requests_total', 'Requests whose process exited before their charge.', []),
    upstreamRetries: counter('upstream_retries_total', 'Attempts after a failure, by the provider that failed.', [
      'provider',
      'where',
    ]),
    refusals: counter('refusals_total', 'Requests refused by a limit.', ['kind']),
  };
}
