import { headerName } from '../core/service-name';
import { headerNames } from '../http/answer/headers';
import { settings } from '../platform/env';

/** On which answers a header comes. */
export type HeaderGroup =
  | 'always'
  | 'errors'
  | 'accounts'
  | 'inference'
  | 'repeats'
  | 'refusals'
  | 'waits'
  | 'discovery'
  | 'tables'
  | 'pages'
  | 'images'
  | 'wallets';

type Row = readonly [group: HeaderGroup, type: 'string' | 'integer' | 'number' | 'boolean', description: string];

/** The headers of contract 1.5; `svc` stands for the service's name. */
const ROWS: Record<string, Row> = {
  'cf-ray': ['always', 'string', 'Id of the request.'],
  'x-svc-version': ['always', 'string', 'Revision of the service, `YYYYMMDD.HHMMSS`.'],
  'x-svc-timestamp': ['always', 'string', 'When it was answered, ISO 8601.'],
  'x-svc-host-name': ['errors', 'string', 'The machine that answered, for support.'],
  'x-svc-model-id': ['inference', 'string', 'Id of the model that answered.'],
  'x-svc-model-name': ['inference', 'string', 'Its display name, percent-encoded.'],
  'x-svc-model-router': ['inference', 'string', 'The backend that ran it.'],
  'x-svc-model-deprecation-warning': ['inference', 'string', 'That the model will be removed, in words.'],
  'x-svc-model-deprecation-date': ['inference', 'string', 'When it will be removed, ISO 8601.'],
  'x-svc-deprecated': ['inference', 'boolean', '`true` where the model will be removed.'],
  'x-svc-deprecated-replacement': ['inference', 'string', 'The model to use instead.'],
  'x-svc-balance-usd': ['accounts', 'number', 'What could be spent before the request, USD.'],
  'x-svc-balance-diem': ['accounts', 'number', 'What could be spent before the request, DIEM.'],
  'x-ratelimit-limit-requests': ['accounts', 'integer', 'Requests per minute.'],
  'x-ratelimit-remaining-requests': ['accounts', 'integer', 'Requests left in this minute.'],
  'x-ratelimit-reset-requests': ['accounts', 'integer', 'When the minute ends, Unix seconds.'],
  'x-ratelimit-limit-tokens': ['accounts', 'integer', 'Tokens per minute.'],
  'x-ratelimit-remaining-tokens': ['accounts', 'integer', 'Tokens left in this minute.'],
  'x-ratelimit-reset-tokens': ['accounts', 'integer', 'Seconds until the minute ends.'],
  'x-ratelimit-type': ['accounts', 'string', 'Whose limit counted: `user`, `api_key` or `global`.'],
  'x-ratelimit-remaining': ['refusals', 'integer', 'Failures left: 0. Only where too many requests had failed.'],
  'x-ratelimit-resets': ['refusals', 'integer', 'When that ends, Unix seconds.'],
  'retry-after': ['waits', 'integer', 'Seconds to wait.'],
  'x-retry-count': ['inference', 'integer', 'How often another backend was tried.'],
  'idempotent-replayed': ['repeats', 'boolean', '`true` where this is the answer of an earlier request.'],
  'content-disposition': ['tables', 'string', 'Name of the file.'],
  'x-next-cursor': ['tables', 'string', 'Where to read on; absent on the last page.'],
  'payment-required': ['discovery', 'string', 'The body without `authOptions`, base64 of its JSON.'],
  'x-pagination-limit': ['pages', 'integer', 'Entries of a page.'],
  'x-pagination-page': ['pages', 'integer', 'Number of the page, from 1.'],
  'x-pagination-total': ['pages', 'integer', 'All entries.'],
  'x-pagination-total-pages': ['pages', 'integer', 'All pages.'],
  'x-svc-is-blurred': ['images', 'boolean', 'Whether the image was blurred.'],
  'x-svc-is-content-violation': ['images', 'boolean', 'Whether the image breaks the rules of content.'],
  'x-svc-is-adult-model-content-violation': ['images', 'boolean', 'Whether it breaks those of adult models.'],
  'x-svc-contains-minor': ['images', 'boolean', 'Whether it shows a minor.'],
  'payment-response': ['wallets', 'string', 'What was paid, base64 of JSON.'],
  'x-payment-response': ['wallets', 'string', 'The older name of `payment-response`.'],
  'x-balance-remaining': ['wallets', 'string', 'USD left after the request, six decimals.'],
};

/**
 * Every header of our answers, by its name on the wire.
 * @throws Error where the pipeline sends one that is not described here
 */
export function headerComponents(): Record<string, object> {
  const rows = rowsByWireName();
  return Object.fromEntries(
    headerNames().map((name) => {
      const row = rows.get(name);
      if (!row) throw new Error(`The API description does not say what the header ${name} means.`);
      return [name, { description: row[2], schema: { type: row[1] } }];
    }),
  );
}

/** References to the headers of some groups. */
export function headersOf(groups: readonly HeaderGroup[]): Record<string, object> {
  const due = [...rowsByWireName()].filter(([, [group]]) => groups.includes(group));
  return Object.fromEntries(due.map(([name]) => [name, { $ref: `#/components/headers/${name}` }]));
}

function rowsByWireName(): Map<string, Row> {
  const { serviceId } = settings();
  return new Map(Object.entries(ROWS).map(([name, row]) => [headerName(name, serviceId), row]));
}
