import { z } from 'zod';
import { DAY_MS } from '../../core/time';
import { WEB_KEY } from '../constants';

/** Limits of the console's usage page. */
const MAX_DAYS = 90;
const MAX_PAGE_SIZE = 200;
const DEFAULT_PAGE_SIZE = 50;
const MAX_MODEL_CHARACTERS = 200;

/** Days outside this range have no usage, and may exceed the range of dates. */
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2100-12-31';

const Day = z.iso
  .date('Must be a day, YYYY-MM-DD')
  .refine((day) => day >= FIRST_DAY && day <= LAST_DAY, `Must be between ${FIRST_DAY} and ${LAST_DAY}`);

/** First and last UTC day, inclusive. */
const range = { start: Day, end: Day };

function checkRange({ start, end }: { start: string; end: string }, context: z.RefinementCtx): void {
  const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['end'], message });
  if (end < start) return refuse('Must not be before start');
  if ((Date.parse(end) - Date.parse(start)) / DAY_MS >= MAX_DAYS) refuse(`Must span at most ${MAX_DAYS} days`);
}

/** Query of `GET /api/console/usage`: strict. */
export const UsageQuery = z.strictObject(range).superRefine(checkRange);
export type UsageQuery = z.output<typeof UsageQuery>;

/** Query of `GET /api/console/usage/requests`: strict. `key` is a key's ID, or `web` for browser sessions. */
export const UsageRequestsQuery = z
  .strictObject({
    ...range,
    model: z
      .string()
      .min(1, 'Must not be empty')
      .max(MAX_MODEL_CHARACTERS, `Must have at most ${MAX_MODEL_CHARACTERS} characters`)
      .regex(/^[^\p{Cc}]*$/u, 'Must be a model ID')
      .optional(),
    key: z.union([z.literal(WEB_KEY), z.uuid()], `Must be a key ID, or ${WEB_KEY}`).optional(),
    status: z.enum(['ok', 'failed']).optional(),
    currency: z.enum(['USD', 'DIEM']).optional(),
    cursor: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,200}$/, 'Must be a nextCursor of this endpoint')
      .optional(),
    pageSize: z
      .string()
      .regex(/^\d{1,9}$/, 'Must be a whole number')
      .transform(Number)
      .pipe(z.number().min(1, 'Must be 1 or more').max(MAX_PAGE_SIZE, `Must be ${MAX_PAGE_SIZE} or less`))
      .default(DEFAULT_PAGE_SIZE),
  })
  .superRefine(checkRange);
export type UsageRequestsQuery = z.output<typeof UsageRequestsQuery>;

/** Paid requests of one model with one key on one day in one currency. Amounts are exact decimal texts. */
export type UsageSumRow = {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** Null if the smallest rows of the day were folded into one. */
  modelId: string | null;
  /** Null for browser sessions; `other` if rows were folded. */
  keyId: string | null;
  currency: 'USD' | 'DIEM';
  requests: number;
  /** How many were cut off because the upstream failed; the partial output was charged. */
  interrupted: number;
  inputTokens: number;
  outputTokens: number;
  charged: string;
};

/** Requests that failed before any output, and were not charged. */
export type UsageFailureRow = { day: string; modelId: string | null; keyId: string | null; requests: number };

/** A key on the usage page; `gone` if it is revoked or expired. */
export type UsageKey = { id: string; description: string; last6Chars: string; gone: boolean };

/** The response of `GET /api/console/usage`, ordered by day. */
export type UsageSums = {
  days: { start: string; end: string };
  rows: UsageSumRow[];
  failures: UsageFailureRow[];
  keys: UsageKey[];
  /** How many rows were folded into others, because there were too many. */
  folded: number;
};

/**
 * One request: paid (with `ending`), or failed before any output. `code` and `message` say why a request failed, also
 * one that was interrupted after output that was charged.
 */
export type UsageRequest = {
  requestId: string;
  at: string;
  modelId: string | null;
  keyId: string | null;
  /** The name of the key; null for a browser session. */
  keyName: string | null;
  /** The model's type for a paid request; null for a failed one. */
  type: string | null;
  /** The path of a failed request. */
  route: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  /** Other units, e.g. `2 images`. */
  units: string | null;
  currency: 'USD' | 'DIEM' | null;
  charged: string;
  status: number;
  ending: 'completed' | 'credit_ran_out' | 'client_left' | 'upstream_failed' | null;
  code: string | null;
  message: string | null;
  firstTokenMs: number | null;
  durationMs: number;
  estimated: boolean;
};

/**
 * The answer to `GET /api/console/usage/requests`, newest first. A page may have fewer rows than requested even if it
 * is not the last one.
 */
export type UsageRequestPage = { data: UsageRequest[]; nextCursor: string | null };
