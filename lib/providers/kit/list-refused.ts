import { type FetchFailure, fetchFailure, isFetchFailure } from '../../platform/network/fetch-failure';

/** A server that does not list its models, by the status of its answer. */
export function listRefused(status: number): FetchFailure {
  return fetchFailure('cut', `The request for the list of models failed with status ${status}.`, { status });
}

/** The status with which a server refused to list its models; null for other failures. */
export function refusedStatus(thrown: unknown): number | null {
  if (!isFetchFailure(thrown)) return null;
  const { cause } = thrown;
  const isStatus = typeof cause === 'object' && cause !== null && 'status' in cause;
  return isStatus && typeof cause.status === 'number' ? cause.status : null;
}
