import type { z } from 'zod';
import type { Caller, RunContext } from '../accounts/caller';
import { clock } from '../platform/clock';
import { authorize, isConsole, type Auth, type CallerOf } from './authorize';
import { CORS_HEADERS } from './cors';
import { prefersCsv, type CsvFile } from './csv';
import { doorOf } from './door/door';
import { newRequestId } from './headers';
import { readBody, readQuery } from './read';
import { reply, replyCsv, replyError } from './reply';

/** What a run gets beside its context. Path parameters are strings; a catch-all is joined with `/`. */
type Input<B extends z.ZodType, Q extends z.ZodType> = {
  body: z.output<B>;
  query: z.output<Q>;
  params: Record<string, string>;
};

/** An endpoint in one glance: who may call, what comes in, what is done. No flags: an exception is a named `auth`. */
export type Declaration<A extends Auth, B extends z.ZodType, Q extends z.ZodType> = {
  auth: A;
  /** Schema of the JSON body; without one no body is read. */
  body?: B;
  /** Schema of the query string, an object of strings; without one the query is ignored. */
  query?: Q;
  /** Returns an object (200, JSON) or an async iterable of objects (server-sent events). */
  run: (input: Input<B, Q>, context: RunContext<CallerOf<A>>) => object | Promise<object>;
  /** Runs instead where the caller prefers `text/csv` (contract 1.4); without it the answer is JSON all the same. */
  csv?: (input: Input<B, Q>, context: RunContext<CallerOf<A>>) => CsvFile | Promise<CsvFile>;
};

/** The second argument of a route function, as Next passes it. */
export type RouteArguments = { params: Promise<Record<string, string | string[] | undefined>> };

/** An exported method of a route file; carries its declaration for the tests that walk every route. */
export type Endpoint = ((request: Request, route?: RouteArguments) => Promise<Response>) & {
  declaration: { auth: Auth; body?: z.ZodType; query?: z.ZodType };
};

/**
 * Makes a route function of a declaration. The order is fixed (architecture 5a): request id → authenticate →
 * read → parse → run → reply; its `catch` is the only one that answers. The failure guard and the limits of
 * contract 20 will stand between these steps.
 */
export function endpoint<A extends Auth, B extends z.ZodType = z.ZodUndefined, Q extends z.ZodType = z.ZodUndefined>(
  declaration: Declaration<A, B, Q>,
): Endpoint {
  const { auth, body, query } = declaration;
  const handle = async (request: Request, route?: RouteArguments): Promise<Response> => {
    const exchange = { requestId: newRequestId(), facts: {}, origins: isConsole(auth) ? {} : CORS_HEADERS };
    try {
      const arrivedAtMs = clock.now();
      const door = doorOf(request);
      const caller = await authorize(auth, request, door);
      const input = {
        query: declaration.query && readQuery(request, declaration.query),
        body: declaration.body && (await readBody(request, door, declaration.body, isConsole(auth))),
        params: joinParams(await route?.params),
      } as Input<B, Q>;
      const { requestId, facts } = exchange;
      const context = { caller, peer: door.peer, requestId, signal: door.signal, facts, arrivedAtMs };
      if (declaration.csv && prefersCsv(request)) {
        return replyCsv(await declaration.csv(input, narrow<A>(context)), exchange);
      }
      return await reply(await declaration.run(input, narrow<A>(context)), exchange);
    } catch (thrown) {
      return replyError(thrown, exchange);
    }
  };
  return Object.assign(handle, { declaration: { auth, body, query } });
}

/** `authorize` has let only callers of this kind pass; the compiler cannot follow that through a type parameter. */
function narrow<A extends Auth>(context: RunContext<Caller>): RunContext<CallerOf<A>> {
  return context as RunContext<CallerOf<A>>;
}

function joinParams(params: Record<string, string | string[] | undefined> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, Array.isArray(value) ? value.join('/') : (value ?? '')]),
  );
}
