import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { SECOND_MS } from '../../core/time';
import { processState } from '../process-state';
import { makeCounter, makeTimings } from './counter';

const PREFIX = 'farebox_';
/** How long a scrape waits for a figure that must be asked for. */
const COLLECTOR_MS = SECOND_MS;
/** Distinct values of one label; whatever comes after them counts as `other`. A last line: callers bound them already. */
const MAX_LABEL_VALUES = 1_000;
const MAX_LABEL_CHARACTERS = 200;
const OTHER = 'other';
const NANO = 1e9;

/** From a page's milliseconds to a long generation's minutes. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];
const FIRST_TOKEN_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 120];

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** A provider of the service file, and the provider's own name of a model. */
type UpstreamName = { provider: string; model: string };

/** A figure that is asked for at each scrape; `running` is a question that has not been answered yet. */
type Collector = {
  gauge: Gauge;
  read: () => number | Promise<number>;
  otherwise: number | null;
  running: Promise<number> | null;
};

/**
 * The figures of this process as Prometheus reads them (text format 0.0.4), each name prefixed `farebox_`. From
 * `watchProcess` on they include those of the process itself.
 */
export async function renderMetrics(): Promise<{ text: string; contentType: string }> {
  const state = metrics();
  await Promise.all([...state.collectors.values()].map(collect));
  return { text: await state.registry.metrics(), contentType: state.registry.contentType };
}

/** Begins to measure the process: CPU, memory, handles, garbage collection, lag of the event loop. */
export function watchProcess(): void {
  const state = metrics();
  if (state.watchesProcess) return;
  state.watchesProcess = true;
  collectDefaultMetrics({ register: state.registry, prefix: PREFIX });
}

/**
 * Counts an answered request.
 * @param request.route the pattern of the route table, e.g. `/api/v1/models/[...id]`; never the path that was asked for
 * @param request.seconds from the arrival to the end of the answer
 */
export function countRequest(request: { route: string; method: string; status: number; seconds: number }): void {
  const { labels, requests, requestSeconds } = metrics();
  const route = bounded(labels.route, request.route);
  const method = METHODS.has(request.method) ? request.method : OTHER;
  requests.inc({ route, method, status: String(request.status) });
  requestSeconds.observe(route, request.seconds);
}

/** Notes how long a stream's first output took, from the request's arrival. @param model an id of the catalogue */
export function observeFirstToken(model: string, seconds: number): void {
  const { labels, firstToken } = metrics();
  firstToken.observe(bounded(labels.model, model), seconds);
}

/** Counts tokens that an answer used. @param model an id of the catalogue */
export function countTokens(model: string, kind: 'prompt' | 'completion', tokens: number): void {
  const { labels, tokens: counted } = metrics();
  if (tokens > 0) counted.inc({ model: bounded(labels.model, model), kind }, tokens);
}

/** Counts completion tokens that an upstream reported beyond what was asked for. @param model an id of the catalogue */
export function countUnchargedTokens(model: string, tokens: number): void {
  const { labels, unchargedTokens } = metrics();
  if (tokens > 0) unchargedTokens.inc({ model: bounded(labels.model, model) }, tokens);
}

/** Counts what a request was charged, and what it cost beyond that (nano units; told in whole ones). */
export function countCharge(currency: 'USD' | 'DIEM', chargedNano: bigint, absorbedNano: bigint): void {
  if (chargedNano > 0n) metrics().charged.inc({ currency }, Number(chargedNano) / NANO);
  if (absorbedNano > 0n) metrics().absorbed.inc({ currency }, Number(absorbedNano) / NANO);
}

/** Counts requests whose process ended before they were charged: found at a later start, or when their holds are purged. */
export function countUnsettled(requests: number): void {
  metrics().unsettled.inc({}, requests);
}

/** Counts a call of an upstream by how it ended. @param provider a name of the service file */
export function countUpstream(provider: string, outcome: 'ok' | 'error' | 'timeout' | 'overloaded' | 'left'): void {
  const { labels, upstreams } = metrics();
  upstreams.inc({ provider: bounded(labels.provider, provider), outcome });
}

/** Notes whether calls go to an upstream, or it is left out for having failed again and again. */
export function setUpstreamUp(upstream: UpstreamName, up: boolean): void {
  metrics().upstreamUp.set(labelsOf(upstream), up ? 1 : 0);
}

/**
 * Counts that an upstream was left out (`open`), was tried again (`half_open`), came back (`closed`), or was left out for
 * one account alone (`open_for_account`).
 */
export function countUpstreamChange(
  upstream: UpstreamName,
  state: 'open' | 'half_open' | 'closed' | 'open_for_account',
): void {
  metrics().upstreamChanges.inc({ ...labelsOf(upstream), state });
}

/** Counts a call that was asked again. @param provider who failed @param where who was asked then */
export function countUpstreamRetry(provider: string, where: 'another' | 'same'): void {
  const { labels, upstreamRetries } = metrics();
  upstreamRetries.inc({ provider: bounded(labels.provider, provider), where });
}

/** Tells nothing more of an upstream that is not in the service any more. */
export function forgetUpstream(upstream: UpstreamName): void {
  metrics().upstreamUp.remove(labelsOf(upstream));
}

/**
 * Counts a request refused for being one too many: by a limit, also those on repeats and on requests in flight, by the
 * failed-request guard, or by what an address, an account or an e-mail may do (limits/rules.ts).
 */
export function countRefusal(
  kind: 'rpm' | 'tpm' | 'in_flight' | 'repeats' | 'guard' | 'address' | 'account' | 'email',
): void {
  metrics().refusals.inc({ kind });
}

/**
 * Has a figure read at each scrape, for at most a second. A later registration of the same name takes the place of the
 * earlier one.
 * @param name without the prefix, e.g. `holds_live`
 * @param otherwise what is told where the reading fails or takes longer; no sample when absent
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

/** One question at a time: a figure that hangs must not be asked for again at every scrape. */
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

/** A label's value as it is, as long as there are not too many of them. @param known the values that there are */
function bounded(known: Set<string>, value: string): string {
  if (known.has(value)) return value;
  if (known.size >= MAX_LABEL_VALUES || value.length > MAX_LABEL_CHARACTERS) return OTHER;
  known.add(value);
  return value;
}

type State = ReturnType<typeof makeState>;

/** Made at the first use, in a registry of its own: the library's global one would exist once per module graph. */
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
      help: '1 where calls go to an upstream, 0 where it is left out for having failed again and again.',
      labelNames: ['provider', 'model'],
      registers: [registry],
    }),
    upstreamChanges: counter('upstream_changes_total', 'Upstreams left out, tried again, and back.', [
      'provider',
      'model',
      'state',
    ]),
    unsettled: counter('unsettled_requests_total', 'Requests whose process ended before their charge.', []),
    upstreamRetries: counter('upstream_retries_total', 'Attempts after a failure, by who had failed.', [
      'provider',
      'where',
    ]),
    refusals: counter('refusals_total', 'Requests refused for being one too many.', ['kind']),
  };
}
