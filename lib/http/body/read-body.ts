import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Caller } from '../../accounts/caller';
import { ApiError, isApiError } from '../../core/errors';
import { memberNames, toSchemaNames } from '../../core/service-name';
import { insufficientBalance } from '../../ledger/hold';
import { admitLargeBody, countLargeBody, LARGE_BODY_BYTES } from '../../limits/large-bodies';
import { settings } from '../../platform/env';
import { admitLargeJson, parseLargeJson } from '../../platform/json/large-json';
import { parseJson } from '../../platform/json/parse-json';
import { openLease, requestMemory } from '../../platform/sharing/memory-shares';
import { isForSpenders } from '../admission/authorize';
import { otherBody, repeatedHash } from '../admission/acquire-key';
import { countFailure, passGuardAgain, subjectOf } from '../admission/guard';
import { recentBalance } from '../admission/recent-balance';
import { transportOf } from '../server/transport';
import type { RequestContext } from '../request-context';
import { parse } from '../read';
import { isBillable } from '../send';
import { formFields } from './form/form-fields';
import type { FormRules, FormValues } from './form/form-rules';
import { makePartsHash } from './form/hash-parts';
import { takeForm } from './form/take-form';
import type { Intake } from './receive-body';
import { serialize } from './serialize';
import { takeBody } from './take-body';

/** Largest body of an inference request (docs/api-rules.md, "Content types and sizes"). */
const MAX_BODY_BYTES = 35_000_000;
/** A body up to this size is parsed so quickly that it need not wait for others. */
const SHORT_BODY_BYTES = 4_096;

/** What an endpoint's declaration says about its body. */
export type BodyRules<S extends z.ZodType> = {
  schema: S;
  /** Members that are parsed; all others are skipped, so that they cost nothing. If absent, all are parsed. */
  members?: () => ReadonlySet<string>;
  /** Whether the endpoint serves anything free of charge; if absent, it does not. */
  servesFree?: () => boolean;
  /** How the body is read if it is `multipart/form-data`; if absent, only JSON is accepted. */
  form?: FormRules;
};

/**
 * A parsed body; if the request has an `Idempotency-Key`, `hash` is the SHA-256 of its bytes, or of a form's parts, else
 * null.
 */
export type ReadBody<S extends z.ZodType> = { value: z.output<S>; hash: string | null };

/**
 * Reads and parses a body, JSON or, where the endpoint takes it, `multipart/form-data`: at most 35 MB for inference, else
 * 64 KB. A body above 64 KB must be admitted before it is read (its caller has credit and has not sent too many of
 * them); large JSON is parsed on another thread, a form as it arrives. The memory it uses is counted on the request's
 * lease.
 * @throws ApiError INVALID_CONTENT_TYPE, PAYLOAD_TOO_LARGE, INVALID_REQUEST (malformed, too many values, schema
 *   violations), INSUFFICIENT_BALANCE, RATE_LIMIT_EXCEEDED, and MODEL_AT_CAPACITY (with `Retry-After`)
 */
export async function readBody<S extends z.ZodType>(
  context: RequestContext,
  caller: Caller,
  rules: BodyRules<S>,
): Promise<ReadBody<S>> {
  const { request } = context;
  const type = checkContentType(context, rules.form);
  const formRules = rules.form && isForm(type) ? rules.form : null;
  const isKeyed = request.headers.has('idempotency-key');
  const hash = isKeyed && formRules === null ? createHash('sha256') : null;
  const partsHash = isKeyed && formRules !== null ? makePartsHash() : null;
  const { body: source, client } = transportOf(request);
  // Memory and time are shared by account, or by address without one.
  const account = caller.kind === 'anonymous' ? subjectOf(caller, client) : caller.account.id;
  const lease = (context.lease ??= openLease(requestMemory(), account));
  let onlyHash: string | null = null;
  const intake: Intake = {
    maxBytes: isForSpenders(context.auth) ? MAX_BODY_BYTES : LARGE_BODY_BYTES,
    lease,
    admitLarge: async () => void (onlyHash = await admitLarge(account, caller, context, rules)),
    countLarge: (bytes) => countLargeBody(account, bytes),
    onPiece: hash === null ? undefined : (piece) => void hash.update(piece),
  };
  const fields = formRules && memberNames(formFields(rules.schema), settings().serviceId);
  const form = formRules && fields && (await takeForm(source, intake, type, { ...formRules, fields }, partsHash));
  const blocks = form === null ? await takeBody(source, intake) : [];
  const digest = hash?.digest('hex') ?? partsHash?.digest() ?? null;
  const value = await countRefusals(context, async () => {
    if (onlyHash !== null && onlyHash !== digest) throw otherBody();
    return form === null ? parseBody(context, account, rules, blocks) : checkForm(context, account, rules, form);
  });
  return { value, hash: digest };
}

/** Checks a form by the schema; its values are short, or files that the schema does not open. */
function checkForm<S extends z.ZodType>(
  context: RequestContext,
  account: string,
  { schema }: BodyRules<S>,
  values: FormValues,
): Promise<z.output<S>> {
  const { signal } = transportOf(context.request);
  return serialize(account, signal, () => {
    passGuardAgain(context);
    return parse(schema, toSchemaNames(values, settings().serviceId));
  });
}

/** Parses a body: a short one at once, a longer one in a queue with others, a large one in a worker. */
async function parseBody<S extends z.ZodType>(
  context: RequestContext,
  account: string,
  rules: BodyRules<S>,
  blocks: Uint8Array[],
): Promise<z.output<S>> {
  const { request } = context;
  const { signal } = transportOf(request);
  const { serviceId } = settings();
  const members = rules.members ? memberNames(rules.members(), serviceId) : null;
  const size = blocks.reduce((sum, block) => sum + block.byteLength, 0);
  const check = (input: unknown) => parse(rules.schema, toSchemaNames(input, serviceId));
  const parseNow = () => {
    passGuardAgain(context);
    return check(size === 0 ? emptyBody(request.method) : parseSmall(blocks, members));
  };
  if (size <= SHORT_BODY_BYTES) return parseNow();
  if (size <= LARGE_BODY_BYTES) return serialize(account, signal, parseNow);
  const input = await parseLarge(blocks, members, { account, signal });
  return serialize(account, signal, () => (passGuardAgain(context), check(input)));
}

/**
 * Counts a refusal immediately, not when its response is sent: if many invalid bodies are sent together, the guard then
 * refuses the last ones before they are parsed.
 */
async function countRefusals<T>(context: RequestContext, parseInput: () => Promise<T>): Promise<T> {
  try {
    return await parseInput();
  } catch (thrown) {
    if (isApiError(thrown)) countFailure(context, thrown.status, thrown);
    throw thrown;
  }
}

/**
 * Checks whether a large body may be sent, before it is read.
 * @returns for an account without credit, the hash of the only body that is accepted, that of a free repeat; else null
 * @throws ApiError RATE_LIMIT_EXCEEDED, INSUFFICIENT_BALANCE
 */
async function admitLarge<S extends z.ZodType>(
  account: string,
  caller: Caller,
  context: RequestContext,
  rules: BodyRules<S>,
): Promise<string | null> {
  admitLargeBody(account);
  if (!isForm(context.request.headers.get('content-type'))) admitLargeJson(account);
  if (caller.kind === 'anonymous') return null;
  // The account's balance; a key's own limits are checked by the hold.
  const { usdNano, diemNano } = await recentBalance(caller.account.id, null);
  const hasNoCredit = usdNano <= 0n && diemNano <= 0n;
  if (!hasNoCredit || rules.servesFree?.() === true) return null;
  // A repeat is already paid for. Whether this is one is decided by the hash of the whole body, before it is parsed.
  const onlyHash = isBillable(context) ? await repeatedHash(context, caller) : null;
  if (onlyHash === null) throw insufficientBalance({ usdNano, diemNano });
  return onlyHash;
}

function parseSmall(blocks: Uint8Array[], members: ReadonlySet<string> | null): unknown {
  try {
    return parseJson(blocks, members);
  } catch (cause) {
    throw notJson(cause);
  }
}

async function parseLarge(
  blocks: Uint8Array[],
  members: ReadonlySet<string> | null,
  order: { account: string; signal: AbortSignal },
): Promise<unknown> {
  try {
    return await parseLargeJson(blocks, members, order);
  } catch (cause) {
    throw order.signal.aborted ? cause : notJson(cause);
  }
}

/** The error for a body that is not JSON; any other error is returned unchanged. */
function notJson(cause: unknown): unknown {
  if (!(cause instanceof SyntaxError || cause instanceof TypeError)) return cause;
  const reason = `: ${cause.message.slice(0, MAX_REASON_CHARACTERS)}`;
  return new ApiError('INVALID_REQUEST', `${NOT_JSON}${reason}`, { cause, noted: NOT_JSON });
}

/** @returns the content type; empty for a DELETE without one */
function checkContentType({ request }: RequestContext, form: FormRules | undefined): string {
  const type = request.headers.get('content-type');
  if (request.method !== 'DELETE' && !isJson(type) && !(form && isForm(type))) {
    const forms = form ? ' or multipart/form-data' : '';
    throw new ApiError('INVALID_CONTENT_TYPE', `The content type must be application/json${forms}.`);
  }
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new ApiError('INVALID_CONTENT_TYPE', `The request body must not be encoded (Content-Encoding: ${encoding}).`);
  }
  return type ?? '';
}

function isJson(type: string | null): boolean {
  return type !== null && /^application\/json\s*(;|$)/i.test(type.trim());
}

function isForm(type: string | null): boolean {
  return type !== null && /^multipart\/form-data\s*(;|$)/i.test(type.trim());
}

/**
 * Some clients send a content type with a DELETE without a body (docs/api-rules.md, "Wire tolerances"); all
 * input is then in the query.
 */
function emptyBody(method: string): unknown {
  if (method === 'DELETE') return {};
  throw new ApiError('INVALID_REQUEST', 'The request body is empty; it must be a JSON object.');
}

const NOT_JSON = 'The request body is not valid JSON';
const MAX_REASON_CHARACTERS = 120;
