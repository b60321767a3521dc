import { hostname } from 'node:os';
import { randomHex } from '../../core/ids';
import { formatMicroUsd, formatNanoUsd } from '../../core/money';
import type { LimitWindow, ReplyMetadata } from '../../core/reply-metadata';
import { headerName } from '../../core/service-name';
import { SECOND_MS } from '../../core/time';
import { clock } from '../../platform/clock';
import { settings } from '../../platform/env';
import { processState } from '../../platform/process-state';
import { revision } from '../../platform/revision';
import type { HeaderList } from './header-list';

/** A character takes up to nine bytes in a header. */
const MAX_PROMPT_CHARACTERS = 1_000;

/** A new request id: 16 hex digits and the service's name (docs/api-rules.md, "Request IDs"). */
export function newRequestId(): string {
  return `${randomHex(8)}-${settings().serviceId.toUpperCase()}`;
}

/** What the headers of a response are built from. */
type HeaderSource = {
  requestId: string;
  metadata: ReplyMetadata;
  /** Whether the response is an error; then the host's name is sent, for support. */
  failed: boolean;
  /** Milliseconds since 1970. */
  nowMs: number;
};

/** The value of a header; undefined if it is not sent. */
type ValueOf = (source: HeaderSource) => string | undefined;

/** The second in which the last timestamp fell: its start, and its text up to the milliseconds. */
type Second = { startsAtMs: number; text: string };

/**
 * All headers that the pipeline sends (docs/api-rules.md, "Response headers"): name, and the value if the header
 * applies. All names are in lower case, because some clients compare them that way; `svc` stands for the service's name.
 */
const HEADERS: Record<string, ValueOf> = {
  'cf-ray': ({ requestId }) => requestId,
  'x-svc-version': () => revision(),
  'x-svc-timestamp': ({ nowMs }) => timestampOf(nowMs),
  'x-svc-host-name': ({ failed }) => (failed ? hostname() : undefined),
  'x-svc-model-id': ({ metadata }) => metadata.model && headerText(metadata.model.id),
  'x-svc-model-name': ({ metadata }) => metadata.model && headerText(metadata.model.name),
  'x-svc-model-router': ({ metadata }) => metadata.model && headerText(metadata.model.router),
  'x-svc-model-deprecation-warning': ({ metadata }) => writeIfSet(metadata.model?.deprecation?.warning, headerText),
  'x-svc-model-deprecation-date': ({ metadata }) => metadata.model?.deprecation?.dateIso,
  'x-svc-deprecated': ({ metadata }) => writeIfSet(metadata.model?.deprecation, () => 'true'),
  'x-svc-deprecated-replacement': ({ metadata }) => writeIfSet(metadata.model?.deprecation?.replacement, headerText),
  'x-svc-balance-usd': ({ metadata }) => writeIfSet(metadata.balanceBefore?.usdNano, formatNanoUsd),
  'x-svc-balance-diem': ({ metadata }) => writeIfSet(metadata.balanceBefore?.diemNano, formatNanoUsd),
  'x-balance-remaining': ({ metadata }) => writeIfSet(metadata.remainingNano, formatMicroUsd),
  'x-ratelimit-limit-requests': ({ metadata }) => writeIfSet(metadata.rateLimit?.requests?.limit, String),
  'x-ratelimit-remaining-requests': ({ metadata }) => writeIfSet(metadata.rateLimit?.requests?.remaining, String),
  'x-ratelimit-reset-requests': ({ metadata }) => writeIfSet(metadata.rateLimit?.requests, unixSeconds),
  'x-ratelimit-limit-tokens': ({ metadata }) => writeIfSet(metadata.rateLimit?.tokens?.limit, String),
  'x-ratelimit-remaining-tokens': ({ metadata }) => writeIfSet(metadata.rateLimit?.tokens?.remaining, String),
  // A point in time for requests, a duration for tokens, as clients differ (docs/api-rules.md, "Response headers").
  'x-ratelimit-reset-tokens': ({ metadata, nowMs }) =>
    writeIfSet(metadata.rateLimit?.tokens, (one) => secondsUntil(one, nowMs)),
  'x-ratelimit-type': ({ metadata }) => metadata.rateLimit?.type,
  'payment-response': ({ metadata }) => metadata.payment?.response,
  // The name in version 1 of x402.
  'x-payment-response': ({ metadata }) => metadata.payment?.response,
  'x-pagination-limit': ({ metadata }) => writeIfSet(metadata.pagination?.limit, String),
  'x-pagination-page': ({ metadata }) => writeIfSet(metadata.pagination?.page, String),
  'x-pagination-total': ({ metadata }) => writeIfSet(metadata.pagination?.total, String),
  'x-pagination-total-pages': ({ metadata }) => writeIfSet(metadata.pagination?.totalPages, String),
  'x-svc-is-blurred': ({ metadata }) => writeIfSet(metadata.safety?.blurred, String),
  'x-svc-is-content-violation': ({ metadata }) => writeIfSet(metadata.safety?.contentViolation, String),
  'x-svc-is-adult-model-content-violation': ({ metadata }) =>
    writeIfSet(metadata.safety?.adultModelContentViolation, String),
  'x-svc-contains-minor': ({ metadata }) => writeIfSet(metadata.safety?.containsMinor, String),
  'x-svc-enhanced-prompt': ({ metadata }) => writeIfSet(metadata.enhancedPrompt, promptText),
  'x-svc-not-applied': ({ metadata }) =>
    metadata.notApplied?.length ? headerText(metadata.notApplied.join(', ')) : undefined,
  'x-retry-count': ({ metadata }) => (metadata.retryCount ? String(metadata.retryCount) : undefined),
};

/**
 * Names of the headers that errors and individual endpoints add themselves, for `access-control-expose-headers` and the
 * API description.
 */
const EXTRA_HEADERS = [
  'retry-after',
  'x-ratelimit-remaining',
  'x-ratelimit-resets',
  'idempotent-replayed',
  'original-request',
  'content-disposition',
  'x-next-cursor',
  'payment-required',
];

/** Every non-standard response header of the API, as this installation names them. */
export function headerNames(): string[] {
  const { serviceId } = settings();
  return [...Object.keys(HEADERS), ...EXTRA_HEADERS].map((name) => headerName(name, serviceId));
}

/**
 * The headers of a response.
 * @param metadata what the run and the pipeline recorded
 * @param failed whether it is an error
 * @param origins the CORS headers
 */
export function replyHeaders(
  requestId: string,
  metadata: ReplyMetadata,
  failed: boolean,
  origins: Readonly<HeaderList>,
): HeaderList {
  const source = { requestId, metadata, failed, nowMs: clock.now() };
  const headers: HeaderList = [...origins, 'x-content-type-options', 'nosniff'];
  for (const [name, valueOf] of namedHeaders()) {
    const value = valueOf(source);
    if (value !== undefined) headers.push(name, value);
  }
  return headers;
}

/** `HEADERS` under the names of this installation, built once per service name. */
function namedHeaders(): [string, ValueOf][] {
  const { serviceId } = settings();
  return processState(`http.headers.${serviceId}`, () =>
    Object.entries(HEADERS).map(([name, valueOf]) => [headerName(name, serviceId), valueOf]),
  );
}

/** An instant as `2026-01-31T12:00:00.000Z`. The text of its second is cached, because formatting a date is expensive. */
function timestampOf(nowMs: number): string {
  const second = processState<Second>('http.second', () => ({ startsAtMs: -1, text: '' }));
  const ms = nowMs % SECOND_MS;
  if (second.startsAtMs !== nowMs - ms) {
    second.startsAtMs = nowMs - ms;
    second.text = new Date(second.startsAtMs).toISOString().slice(0, -'000Z'.length);
  }
  return `${second.text}${String(ms).padStart(3, '0')}Z`;
}

function writeIfSet<T>(value: T | undefined, write: (value: T) => string): string | undefined {
  return value === undefined ? undefined : write(value);
}

function unixSeconds({ resetsAtMs }: LimitWindow): string {
  return String(Math.ceil(resetsAtMs / SECOND_MS));
}

function secondsUntil({ resetsAtMs }: LimitWindow, nowMs: number): string {
  return String(Math.max(0, Math.ceil((resetsAtMs - nowMs) / SECOND_MS)));
}

/** A prompt, URL-encoded and cut: many clients refuse headers of more than 16 KB. Lone surrogates become U+FFFD. */
function promptText(prompt: string): string {
  return encodeURIComponent(Buffer.from(prompt.slice(0, MAX_PROMPT_CHARACTERS)).toString());
}

/** Text that a header can carry: all but printable ASCII is percent-encoded, lone surrogates as U+FFFD. */
function headerText(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : encodeURI(Buffer.from(text).toString());
}
