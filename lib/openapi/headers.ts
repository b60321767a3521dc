import { headerName } from '../core/service-name';
import { headerNames } from '../http/answer/headers';
import { settings } from '../platform/env';

/** Which answers have a header. */
export type HeaderGroup =
  | 'always'
  | 'errors'
  | 'accounts'
  | 'inference'
  | 'repeats'
  | 'compressed'
  | 'refusals'
  | 'waits'
  | 'discovery'
  | 'tables'
  | 'pages'
  | 'images'
  | 'searches'
  | 'payments'
  | 'wallets';

type Row = readonly [
  groups: HeaderGroup | readonly HeaderGroup[],
  type: 'string' | 'integer' | 'number' | 'boolean',
  description: string,
];

/** The response headers (docs/api-rules.md, "Response headers"); `svc` stands for the service's name. */
const ROWS: Record<string, Row> = {
  'cf-ray': ['always', 'string', 'ID of the request.'],
  'x-svc-version': ['always', 'string', 'Revision of the service, `YYYYMMDD.HHMMSS`.'],
  'x-svc-timestamp': ['always', 'string', 'Time of the answer, ISO 8601.'],
  'x-svc-host-name': ['errors', 'string', 'Machine that answered, for support.'],
  'x-svc-model-id': ['inference', 'string', 'ID of the model that generated the answer.'],
  'x-svc-model-name': ['inference', 'string', 'Display name of the model, percent-encoded.'],
  'x-svc-model-router': ['inference', 'string', 'Provider that ran the model.'],
  'x-svc-model-deprecation-warning': [
    'inference',
    'string',
    'Message that the model will be removed, or was removed and replaced.',
  ],
  'x-svc-model-deprecation-date': ['inference', 'string', 'Announced deprecation date, ISO 8601.'],
  'x-svc-deprecated': ['inference', 'boolean', '`true` if the model is deprecated.'],
  'x-svc-deprecated-replacement': ['inference', 'string', 'ID of the model to use instead.'],
  'x-svc-balance-usd': ['accounts', 'number', 'Available credit before the request, USD.'],
  'x-svc-balance-diem': ['accounts', 'number', 'Available credit before the request, DIEM.'],
  'x-ratelimit-limit-requests': ['accounts', 'integer', 'Allowed requests per minute.'],
  'x-ratelimit-remaining-requests': ['accounts', 'integer', 'Requests remaining in this minute.'],
  'x-ratelimit-reset-requests': [
    'accounts',
    'integer',
    'When the minute ends, or the block after too many failed requests. Unix seconds.',
  ],
  'x-ratelimit-limit-tokens': ['accounts', 'integer', 'Allowed tokens per minute.'],
  'x-ratelimit-remaining-tokens': ['accounts', 'integer', 'Tokens remaining in this minute.'],
  'x-ratelimit-reset-tokens': ['accounts', 'integer', 'Seconds until the minute ends.'],
  'x-ratelimit-type': ['accounts', 'string', 'Whose limit applied: `user`, `api_key`, or `global`.'],
  'x-ratelimit-remaining': ['refusals', 'integer', 'Always 0. Only sent after too many failed requests.'],
  'x-ratelimit-resets': ['refusals', 'integer', 'When the block after too many failed requests ends, Unix seconds.'],
  'retry-after': ['waits', 'integer', 'Seconds to wait before a retry.'],
  'x-retry-count': ['inference', 'integer', 'Number of retries, at the same or another upstream.'],
  'idempotent-replayed': ['repeats', 'boolean', '`true` if this is the stored answer of an earlier request.'],
  'original-request': ['repeats', 'string', 'ID of the request whose stored answer this is, and which was charged.'],
  'content-encoding': ['compressed', 'string', '`br` or `gzip` if `Accept-Encoding` allows it, and not for streams.'],
  'content-disposition': ['tables', 'string', 'File name.'],
  'x-next-cursor': ['tables', 'string', 'Cursor of the next page; absent on the last page.'],
  'payment-required': ['discovery', 'string', 'The body’s JSON without `authOptions`, in base64.'],
  'x-pagination-limit': ['pages', 'integer', 'Entries per page.'],
  'x-pagination-page': ['pages', 'integer', 'Page number, starting at 1.'],
  'x-pagination-total': ['pages', 'integer', 'Total number of entries.'],
  'x-pagination-total-pages': ['pages', 'integer', 'Total number of pages.'],
  'x-svc-is-blurred': ['images', 'boolean', 'Whether the image was blurred.'],
  'x-svc-is-content-violation': ['images', 'boolean', 'Whether the image violates the content policy.'],
  'x-svc-is-adult-model-content-violation': [
    'images',
    'boolean',
    'Whether the image violates the content policy of adult models.',
  ],
  'x-svc-contains-minor': ['images', 'boolean', 'Whether the image shows a minor.'],
  'x-svc-enhanced-prompt': ['images', 'string', 'The prompt that was used instead of yours, URL-encoded.'],
  'x-svc-not-applied': [
    ['images', 'searches'],
    'string',
    'Names of fields that the model could not apply, or in part only, separated by commas; `vectors` if a search went by words alone.',
  ],
  'payment-response': ['payments', 'string', 'Payment details, JSON in base64, once the payment is credited.'],
  'x-payment-response': ['payments', 'string', 'Older name of `payment-response`.'],
  'x-balance-remaining': [
    'wallets',
    'string',
    'USD left after the request, six decimals; of a stream, what is left besides what was set aside for it.',
  ],
};

/** Standard headers that are described anyway. */
const STANDARD = ['content-encoding'];

/**
 * Every header of our answers, by its name on the wire. Only those of every answer are required.
 * @throws Error if the pipeline sends one that is not described here
 */
export function headerComponents(): Record<string, object> {
  const rows = rowsByWireName();
  return Object.fromEntries(
    [...headerNames(), ...STANDARD].map((name) => {
      const row = rows.get(name);
      if (!row) throw new Error(`The API description does not say what the header ${name} means.`);
      const [of, type, description] = row;
      return [name, { description, required: of === 'always', schema: { type } }];
    }),
  );
}

/** References to the headers of the given groups. */
export function headersOf(groups: readonly HeaderGroup[]): Record<string, object> {
  const due = [...rowsByWireName()].filter(([, [of]]) => [of].flat().some((group) => groups.includes(group)));
  return Object.fromEntries(due.map(([name]) => [name, { $ref: `#/components/headers/${name}` }]));
}

function rowsByWireName(): Map<string, Row> {
  const { serviceId } = settings();
  return new Map(Object.entries(ROWS).map(([name, row]) => [headerName(name, serviceId), row]));
}
