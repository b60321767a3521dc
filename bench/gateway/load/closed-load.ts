/** The result of one load on one subject; latencies in milliseconds. */
export type Reading = {
  /** Answered requests, or streams that began. */
  requests: number;
  perSecond: number;
  p50Ms: number;
  p90Ms: number;
  p99Ms: number;
  /** Broken connections, timeouts, and answers that are not 2xx. */
  errors: number;
  /** Further values by name. */
  more?: Record<string, number>;
};

/** A number of connections, each sending its next request as soon as it has its answer; several bodies take turns. */
export type ClosedLoad = {
  url: string;
  headers: Record<string, string>;
  bodies: string[];
  connections: number;
  /** At least 1; whole seconds. */
  seconds: number;
  /** Sends a different wrong key with every request, derived from this prefix. */
  wrongKey?: string;
};
