import type { z } from 'zod';
import type { Caller, RunContext } from '../accounts/caller';
import { hasLeft } from '../core/leaving';
import { newHoldId } from '../ledger/hold-id';
import type { Demand } from '../limits/admit';
import { authenticate, authorize, type Auth, type CallerOf } from './admission/authorize';
import { claimKey, confirmationOf } from './admission/claim';
import { isGuarded, passGuard, strangerOf, subjectOf } from './admission/guard';
import { passLimit } from './admission/limit';
import { sharesTime, shareTime } from './admission/share-time';
import { prefersCsv, type CsvFile } from './answer/csv';
import { type Reply, replyError } from './answer/reply';
import { toWebResponse } from './answer/web-response';
import { doorOf, type Door } from './door/door';
import type { Description } from './description';
import { readBody } from './body/read-body';
import { type Exchange, openExchange } from './exchange';
import { completeFacts, finish } from './finish';
import { readQuery } from './read';
import type { ApiRequest } from './request';
import { isBillable, send, sendCsv, sendKept } from './send';

/** What a run gets beside its context. Path parameters are strings; a catch-all is joined with `/`. */
type Input<B extends z.ZodType, Q extends z.ZodType> = {
  body: z.output<B>;
  query: z.output<Q>;
  params: Record<string, string>;
};

/** An endpoint in one glance: who may call, what comes in, what is done. No flags: an exception is a named `auth`. */
export type Declaration<A extends Auth, B extends z.ZodType, Q extends z.ZodType> = {
  auth: A;
  /** What the API description says of it; the console's own routes are not described. */
  describe?: Description;
  /** Schema of the JSON body; without one no body is read. */
  body?: B;
  /** Members of the body that are read: all others are dropped before they cost anything. All are kept when absent. */
  members?: ReadonlySet<string>;
  /** Whether something that is served here has no price: then callers without credit may send large bodies too. */
  servesFree?: () => boolean;
  /** Schema of the query string, an object of strings; without one the query is ignored. */
  query?: Q;
  /**
   * What the request asks of the rate limits (contract 20). Without it nothing is counted, and so no limit is told: of an
   * endpoint that is no inference the contract wants the headers only where a class of limits applies.
   */
  limit?: (input: Input<B, Q>, caller: CallerOf<A>) => Demand;
  /**
   * Returns an object (200, JSON), or an async iterable of lists of objects: server-sent events, those of a list sent
   * together.
   */
  run: (input: Input<B, Q>, context: RunContext<CallerOf<A>>) => object | Promise<object>;
  /** Runs instead where the caller prefers `text/csv` (contract 1.4); without it the answer is JSON all the same. */
  csv?: (input: Input<B, Q>, context: RunContext<CallerOf<A>>) => CsvFile | Promise<CsvFile>;
};

/** The second argument of a route function, as Next passes it; `pattern` is the production door's. */
export type RouteArguments = { params: Promise<Record<string, string | string[] | undefined>>; pattern?: string };

/**
 * An exported method of a route file, as Next calls it; carries what the production door calls instead, and its
 * declaration for the tests and the description of all routes.
 */
export type Endpoint = ((request: Request, route?: RouteArguments) => Promise<Response>) & {
  answer: (request: ApiRequest, route?: RouteArguments) => Promise<Reply>;
  declaration: { auth: Auth; body?: z.ZodType; query?: z.ZodType; describe?: Description; csv?: unknown };
};

/**
 * Makes a route function of a declaration. The order is fixed (architecture 5a): request id → failure guard →
 * authenticate → the caller's guard → authorize → read → parse → idempotency → limit → run → reply; its `catch` is the
 * only one that answers.
 */
export function endpoint<A extends Auth, B extends z.ZodType = z.ZodUndefined, Q extends z.ZodType = z.ZodUndefined>(
  declaration: Declaration<A, B, Q>,
): Endpoint {
  const answer = async (request: ApiRequest, route?: RouteArguments): Promise<Reply> => {
    const exchange = openExchange(request, declaration.auth, route?.pattern);
    try {
      return await carryOut(declaration, exchange, route);
    } catch (thrown) {
      const left = hasLeft(doorOf(request).signal);
      await completeFacts(exchange, thrown);
      const reply = replyError(thrown, exchange, left);
      await finish(exchange, { status: reply.status, ending: left ? 'client_left' : 'failed', thrown });
      return reply;
    }
  };
  const handle = async (request: Request, route?: RouteArguments) => toWebResponse(await answer(request, route));
  const { auth, body, query, describe, csv } = declaration;
  return Object.assign(handle, { answer, declaration: { auth, body, query, describe, csv } });
}

async function carryOut<A extends Auth, B extends z.ZodType, Q extends z.ZodType>(
  declaration: Declaration<A, B, Q>,
  exchange: Exchange,
  route?: RouteArguments,
): Promise<Reply> {
  const { request, requestId, facts, arrivedAtMs } = exchange;
  const door = doorOf(request);
  const caller = await admitCaller(exchange, door);
  const query = declaration.query && readQuery(request, declaration.query);
  const { body: schema, members, servesFree } = declaration;
  const read = schema && (await readBody(exchange, caller, { schema, members, servesFree }));
  const input = { query, body: read?.value, params: joinParams(await route?.params) } as Input<B, Q>;
  const { peer, signal } = door;
  const context = narrow<A>({
    caller,
    peer,
    requestId,
    holdId: newHoldId(requestId, arrivedAtMs),
    signal,
    facts,
    arrivedAtMs,
    lease: exchange.lease,
  });
  if (caller.kind !== 'anonymous') {
    // Before the limit: a repeat is no further request, whether it gets the answer or a 409. It has its own limit.
    const repeat = isBillable(exchange) ? await claimKey(exchange, caller, read?.hash ?? null, context.holdId) : null;
    if (repeat) return sendKept(repeat, exchange);
    context.beforeHold = confirmationOf(exchange);
    if (declaration.limit) await passLimit(exchange, declaration.limit(input, context.caller), caller);
  }
  const { csv, run } = declaration;
  const answer = async () =>
    csv && prefersCsv(request)
      ? sendCsv(await csv(input, context), exchange)
      : send(await run(input, context), exchange);
  if (declaration.limit || !sharesTime(declaration.auth)) return answer();
  return shareTime(caller.kind === 'anonymous' ? subjectOf(caller, peer) : caller.account.id, signal, answer);
}

/** The caller, where neither the guard nor the endpoint's `auth` refuses them. */
async function admitCaller(exchange: Exchange, door: Door): Promise<Caller> {
  const { request, auth } = exchange;
  const guarded = isGuarded(exchange);
  if (guarded) passGuard(exchange, () => strangerOf(request, door.peer));
  const caller = await authenticate(auth, request, door);
  exchange.caller = caller;
  if (caller.kind !== 'anonymous') door.account = caller.account.id;
  if (guarded) passGuard(exchange, () => subjectOf(caller, door.peer));
  authorize(auth, caller, request);
  return caller;
}

/** `authorize` has let only callers of this kind pass; the compiler cannot follow that through a type parameter. */
function narrow<A extends Auth>(context: RunContext<Caller>): RunContext<CallerOf<A>> {
  return context as RunContext<CallerOf<A>>;
}

function joinParams(params: Record<string, string | string[] | undefined> = {}): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const name in params) {
    const value = params[name];
    joined[name] = Array.isArray(value) ? value.join('/') : (value ?? '');
  }
  return joined;
}
