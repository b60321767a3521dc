import { Gauge, Registry } from 'prom-client';
import { processState } from '../process-state';
import { makeCounter, makeTimings } from './counter';

/** The names of all metrics begin with it. */
export const PREFIX = 'farebox_';
/** Distinct values of one label; further ones count as `other`. A safeguard: callers already bound them. */
const MAX_LABEL_VALUES = 1_000;
const MAX_LABEL_CHARACTERS = 200;
/** Stands for label values that are not kept apart. */
export const OTHER = 'other';

/** From a page's milliseconds to a long generation's minutes. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];
const FIRST_TOKEN_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 120];

/** A value that is read at each scrape; `running` is a read in progress; `otherwise` is reported if reading fails. */
export type Collector = {
  gauge: Gauge;
  read: () => number | Promise<number>;
  otherwise: number | null;
  running: Promise<number> | null;
};

type State = ReturnType<typeof makeState>;

/** Created at first use, in a separate registry: the library's global one would exist once per module graph. */
export function metrics(): State {
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

/** A label's value, or `other` if there are too many. @param known the values so far */
export function bounded(known: Set<string>, value: string): string {
  if (known.has(value)) return value;
  if (known.size >= MAX_LABEL_VALUES || value.length > MAX_LABEL_CHARACTERS) return OTHER;
  known.add(value);
  return value;
}
