import { ApiError, isApiError } from '../../core/errors';

/**
 * Why the database is unavailable, judged by a failed statement:
 * - `unreachable`: it cannot be reached, the connection was lost, or it refuses connections (start, stop, wrong address
 *   or password);
 * - `hanging`: no response within the time in which a working server would at least have refused;
 * - `overloaded`: the server or the pool reports a lack of resources (no free connection, memory, or disk);
 * - `slow`: it canceled this one statement at its time limit.
 */
export type Outage = 'unreachable' | 'hanging' | 'overloaded' | 'slow';

/** Sent as `Retry-After`. */
const RETRY_AFTER_SECONDS = 5;

/** A failure never has more wrappers (drizzle's, the pool's) than this. */
const MAX_CAUSES = 5;

/** By SQLSTATE, complete or its class. Source: PostgreSQL, appendix A. */
const BY_STATE: Record<string, Outage> = {
  '08': 'unreachable', // connection exception
  '28': 'unreachable', // invalid authorization: the password was changed while we run
  '3D': 'unreachable', // the database does not exist: it is being restored
  '57P01': 'unreachable', // admin shutdown
  '57P02': 'unreachable', // crash shutdown
  '57P03': 'unreachable', // cannot connect now: it is starting or recovering
  '57P04': 'unreachable', // the database was dropped
  '57P05': 'unreachable', // the connection was closed because it was idle
  '25P03': 'unreachable', // same, within a transaction
  '25006': 'overloaded', // read-only: a standby after a failover, or a full disk at some hosting providers
  '53': 'overloaded', // insufficient resources: disk full, out of memory, too many connections
  '55P03': 'overloaded', // lock not available
  '57014': 'slow', // statement timeout
};

/** By the code of a Node.js system error. */
const BY_SYSTEM_CODE: Record<string, Outage> = {
  EAI_AGAIN: 'unreachable',
  ECONNABORTED: 'unreachable',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'unreachable',
  EPIPE: 'unreachable',
  ETIMEDOUT: 'hanging',
};

/** Driver messages that carry no code. The first match wins. */
const BY_MESSAGE: [RegExp, Outage][] = [
  [/^(Query read timeout|Connection terminated due to connection timeout|timeout expired)$/, 'hanging'],
  [/^timeout exceeded when trying to connect$/, 'overloaded'],
  [/^Connection terminated|^Client (has encountered|was closed)|^Cannot use a pool|^PGlite is clos/, 'unreachable'],
];

/**
 * What a failed statement, or any error wrapped around it, says about the database; undefined if the database is fine.
 */
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

/** The NOT_READY error in a thrown value or below its wrappers (drizzle wraps every failure), else undefined. */
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
