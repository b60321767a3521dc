import { ApiError, isApiError } from '../../../core/errors';

/**
 * Why the database cannot do its work, seen from a failed statement:
 * - `away`: nobody is there, the connection was lost, or it lets nobody in (start, stop, wrong address or password);
 * - `hanging`: no answer in the time in which a living server would at least have refused;
 * - `overloaded`: it answers, or its pool does, that this cannot be done now (no free connection, memory or disk);
 * - `slow`: it ended this one statement at its time limit.
 */
export type Outage = 'away' | 'hanging' | 'overloaded' | 'slow';

/** Sent as `Retry-After`. */
const RETRY_AFTER_SECONDS = 5;

/** More wrappers (drizzle's, the pool's) are never around one failure. */
const MAX_CAUSES = 5;

/** By SQLSTATE, a whole one or its class. Source: PostgreSQL, appendix A. */
const BY_STATE: Record<string, Outage> = {
  '08': 'away', // connection exception
  '28': 'away', // invalid authorization: a password that was changed under us
  '3D': 'away', // the database does not exist: it is being restored
  '57P01': 'away', // admin shutdown
  '57P02': 'away', // crash shutdown
  '57P03': 'away', // cannot connect now: it starts, or recovers
  '57P04': 'away', // the database was dropped
  '57P05': 'away', // the connection was ended for having been idle
  '25P03': 'away', // the same, within a transaction
  '25006': 'overloaded', // read only: a stand-by after a switch, or a full disk at some hosters
  '53': 'overloaded', // insufficient resources: disk full, out of memory, too many connections
  '55P03': 'overloaded', // lock not available
  '57014': 'slow', // statement time-out
};

/** By the code of a Node.js system error. */
const BY_SYSTEM_CODE: Record<string, Outage> = {
  EAI_AGAIN: 'away',
  ECONNABORTED: 'away',
  ECONNREFUSED: 'away',
  ECONNRESET: 'away',
  EHOSTUNREACH: 'away',
  ENETUNREACH: 'away',
  ENOTFOUND: 'away',
  EPIPE: 'away',
  ETIMEDOUT: 'hanging',
};

/** The drivers' own words, which carry no code. The first that fits counts. */
const BY_MESSAGE: [RegExp, Outage][] = [
  [/^(Query read timeout|Connection terminated due to connection timeout|timeout expired)$/, 'hanging'],
  [/^timeout exceeded when trying to connect$/, 'overloaded'],
  [/^Connection terminated|^Client (has encountered|was closed)|^Cannot use a pool|^PGlite is clos/, 'away'],
];

/** What a failed statement, or whatever is wrapped around it, tells of the database; undefined where nothing is wrong with it. */
export function outageOf(thrown: unknown): Outage | undefined {
  for (const error of causesOf(thrown)) {
    const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
    const known =
      BY_SYSTEM_CODE[code] ??
      (code.length === 5 ? (BY_STATE[code] ?? BY_STATE[code.slice(0, 2)]) : undefined) ??
      BY_MESSAGE.find(([pattern]) => pattern.test(error.message))?.[1];
    if (known) return known;
  }
  return undefined;
}

/** 503 with `Retry-After`: the database, not the request, is at fault. */
export function notReady(cause: unknown): ApiError {
  return new ApiError('NOT_READY', 'The service is not ready. Try again.', {
    cause,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

/** The NOT_READY in a thrown value or below its wrappers (drizzle puts one around every failure), else undefined. */
export function findNotReady(thrown: unknown): ApiError | undefined {
  return causesOf(thrown).find((error): error is ApiError => isApiError(error) && error.code === 'NOT_READY');
}

function causesOf(thrown: unknown): Error[] {
  const causes: Error[] = [];
  for (let error = thrown; error instanceof Error && causes.length < MAX_CAUSES; error = error.cause) {
    causes.push(error);
  }
  return causes;
}
