import type { z } from 'zod';
import type { Caller, RunContext } from '../accounts/caller';
import { hasLeft } from '../core/leaving';
import { newHoldId } from '../ledger/hold-id';
import type { Demand } from '../limits/admit';
import { authenticate, authorize, type Auth, type CallerOf, paymentOf } from './admission/authorize';
import { acquireKey, confirmationOf } from './admission/acquire-key';
import { accountOrAddress, isGuarded, passGuard, anonymousClientOf, subjectOf } from './admission/guard';
import { countryOf } from './admission/country';
import { takeSlot } from './admission/in-flight';
import { passApiLimit, passLimit } from './admission/limit';
import { requireCredit } from './admission/wallet';
import { sharesTime, shareTime } from './admission/share-time';
import { prefersCsv, type CsvFile } from './answer/csv';
import { type Reply, replyError } from './answer/reply';
import { toWebResponse } from './answer/web-response';
import { transportOf, type Transport } from './server/transport';
import type { Description } from './description';
import type { FormRules } from './body/form/form-rules';
import { readBody } from './body/read-body';
import { closeLease } from '../platform/sharing/memory-shares';
import { workTurns } from '../platform/sharing/work-turns';
import { type RequestContext, createRequestContext } from './request-context';
import { completeMetadata, finish } from './finish';
import { readQuery } from './read';
import type { ApiRequest } from './request';
import { isBillable, send, sendCsv, sendKept } from './send';

/** What a run gets in addition to its context. Path parameters are strings; a catch-all is joined with `/`. */
type Input<B extends z.ZodType, Q extends z.ZodType> = {
  body: z.output<B>;
  query: z.output<Q>;
  params: Record<string, string>;
};

/** The input, and what `resolve` returned for it. */
type Resolved<B extends z.ZodType, Q extends z.ZodType, R> = Input<B, Q> & { resolved: R };

/** An endpoint at a glance: who may call it, what it takes, what it does. No flags: an exception is a named `auth`. */
export type Declaration<A extends Auth, B extends z.ZodType, Q extends z.ZodType, R = undefined> = {
  auth: A;
  /** Its entry in the API description; the console's own routes have none. */
  describe?: Description;
  /** Schema of the JSON body; without one no body is read. */
  body?: B;
  /** How a `multipart/form-data` body becomes the same members; without it only JSON is accepted. */
  form?: FormRules;
  /** Members of the body that are read; all others are dropped before they cost anything. If absent, all are kept. */
  members?: () => ReadonlySet<string>;
  /** Whether something served here is free: then callers without credit may send large bodies, too. */
  servesFree?: () => boolean;
  /** Schema of the query string, an object of strings; without one the query is ignored. */
  query?: Q;
  /**
   * Resolves what the request names, once: `limit` and the run get the result as `resolved`. What it throws refuses the
   * request before its own limit counts it. Declared before `limit`, which the compiler infers from it.
   */
  resolve?: (input: Input<B, Q>, runContext: RunContext<CallerOf<A>>) => R;
  /**
   * What the request counts against the rate limits (docs/api-rules.md, "Rate limits"). Without it, requests of callers
   * with an account count in the class `api`, except on the console's own routes.
   */
  limit?: (input: Resolved<B, Q, R>, caller: CallerOf<A>) => Demand;
  /**
   * Returns an object (200, JSON), or an async iterable of lists of objects: server-sent events, where the events of one
   * list are sent together.
   */
  run: (input: Resolved<B, Q, R>, runContext: RunContext<CallerOf<A>>) => object | Promise<object>;
  /**
   * Runs instead if the caller prefers `text/csv` (docs/api-rules.md, "Request headers"); without it the response is
   * always JSON.
   */
  csv?: (input: Resolved<B, Q, R>, runContext: RunContext<CallerOf<A>>) => CsvFile | Promise<CsvFile>;
};

/** The second argument of a route function, as Next passes it; `pattern` is set by the production server. */
export type RouteArguments = { params: Promise<Record<string, string | string[] | undefined>>; pattern?: string };

/**
 * An exported method of a route file, as Next calls it. It also carries the function that the production server calls
 * instead, and its declaration for tests and the API description.
 */
export type Endpoint = ((request: Request, route?: RouteArguments) => Promise<Response>) & {
  answer: (request: ApiRequest, route?: RouteArguments) => Promise<Reply>;
  declaration: Shown;
};

/** What tests and the API description see of a declaration. */
type Shown = {
  auth: Auth;
  body?: z.ZodType;
  form?: FormRules;
  query?: z.ZodType;
  describe?: Description;
  csv?: unknown;
};

/**
 * Makes a route function from a declaration. The order is fixed (docs/architecture.md, "Order of checks"): request id →
 * failed-request guard (address) → authenticate → failed-request guard (key or account) → authorize → slot → read → parse →
 * idempotency → resolve → limit → run → reply. Its `catch` is the only one that turns an error into a response.
 */
export function endpoint<
  A extends Auth,
  B extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  R = undefined,
>(declaration: Declaration<A, B, Q, R>): Endpoint {
  const answer = async (request: ApiRequest, route?: RouteArguments): Promise<Reply> => {
    const context = createRequestContext(request, declaration.auth, route?.pattern);
    try {
      return await carryOut(declaration, context, route);
    } catch (thrown) {
      const left = hasLeft(transportOf(request).signal);
      // At once: until the answer is sent, the body of a refused request would keep others of its account out.
      if (context.lease !== null) closeLease(context.lease);
      await completeMetadata(context, thrown);
      const reply = replyError(thrown, context, left);
      await finish(context, { status: reply.status, ending: left ? 'client_left' : 'failed', thrown });
      return reply;
    }
  };
  const handle = async (request: Request, route?: RouteArguments) => toWebResponse(await answer(request, route));
  const { auth, body, form, query, describe, csv } = declaration;
  return Object.assign(handle, { answer, declaration: { auth, body, form, query, describe, csv } });
}

async function carryOut<A extends Auth, B extends z.ZodType, Q extends z.ZodType, R>(
  declaration: Declaration<A, B, Q, R>,
  context: RequestContext,
  route?: RouteArguments,
): Promise<Reply> {
  const { request, requestId, metadata, arrivedAtMs } = context;
  const transport = transportOf(request);
  const caller = await admitCaller(context, transport);
  const query = declaration.query && readQuery(request, declaration.query);
  const { body: schema, members, servesFree, form } = declaration;
  const read = schema && (await readBody(context, caller, { schema, members, servesFree, form }));
  const given = { query, body: read?.value, params: joinParams(await route?.params) } as Input<B, Q>;
  const { client, signal } = transport;
  const runContext = narrow<A>({
    caller,
    client,
    payment: paymentOf(declaration.auth, request),
    country: countryOf(request),
    requestId,
    holdId: newHoldId(requestId, arrivedAtMs),
    signal,
    metadata,
    arrivedAtMs,
    lease: context.lease,
  });
  if (caller.kind !== 'anonymous') {
    // Before the limit: a repeat does not count as another request, whether it gets the answer or a 409. It has its own limit.
    const repeat = isBillable(context)
      ? await acquireKey(context, caller, read?.hash ?? null, runContext.holdId)
      : null;
    if (repeat) return sendKept(repeat, context);
    runContext.beforeHold = confirmationOf(context);
  }
  const resolved = declaration.resolve?.(given, runContext);
  // Written out for speed: an object that begins with a copy and then gets more members is slow to make.
  const input = { query, body: given.body, params: given.params, resolved } as Resolved<B, Q, R>;
  if (caller.kind !== 'anonymous') {
    if (declaration.limit) await passLimit(context, declaration.limit(input, runContext.caller), caller);
    else await passApiLimit(context, caller);
  }
  const { csv, run } = declaration;
  const answer = async () =>
    csv && prefersCsv(request)
      ? sendCsv(await csv(input, runContext), context)
      : send(await run(input, runContext), context);
  if (declaration.limit || !sharesTime(declaration.auth)) return answer();
  return shareTime(accountOrAddress(caller, client), signal, answer);
}

/** Identifies the caller, unless the guard, the endpoint's `auth`, or the bound on requests in flight refuses the request. */
async function admitCaller(context: RequestContext, transport: Transport): Promise<Caller> {
  const { request, auth } = context;
  const guarded = isGuarded(context);
  if (guarded) passGuard(context, () => anonymousClientOf(context, transport.client));
  const caller = await authenticate(auth, request, transport);
  context.caller = caller;
  if (caller.kind !== 'anonymous') transport.account = caller.account.id;
  if (guarded) passGuard(context, () => subjectOf(caller, transport.client));
  authorize(auth, caller, request);
  if (caller.kind === 'anonymous') return caller;
  workTurns().note(caller.account.id);
  // Before the body: it may take minutes to arrive.
  if (isBillable(context)) takeSlot(context, caller);
  if (caller.kind === 'wallet' && auth === 'inference') await requireCredit(caller, request);
  return caller;
}

/** `authorize` has admitted only callers of this kind; the compiler cannot follow that through a type parameter. */
function narrow<A extends Auth>(runContext: RunContext<Caller>): RunContext<CallerOf<A>> {
  return runContext as RunContext<CallerOf<A>>;
}

function joinParams(params: Record<string, string | string[] | undefined> = {}): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const name in params) {
    const value = params[name];
    joined[name] = Array.isArray(value) ? value.join('/') : (value ?? '');
  }
  return joined;
}
