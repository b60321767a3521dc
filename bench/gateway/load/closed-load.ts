/** What one load on one subject showed; latencies in milliseconds. */
export type Reading = {
  /** Answered, or streams begun. */
  requests: number;
  perSecond: number;
  p50Ms: number;
  p90Ms: number;
  p99Ms: number;
  /** Broken connections, timeouts and answers that are not 2xx. */
  errors: number;
  /** Further figures by name. */
  more?: Record<string, number>;
};

/** So many connections, each with its next request as soon as it has its answer; several bodies take turns. */
export type ClosedLoad = {
  url: string;
  headers: Record<string, string>;
  bodies: string[];
  connections: number;
  /** At least 1; whole seconds. */
  seconds: number;
  /** Gives every request a wrong key of its own, made of this one's first characters. */
  wrongKey?: string;
};
