import type { ClosedLoad, Reading } from './closed-load';

const TIMEOUT_SECONDS = 30;

/** The closed loop without wrk: costs more processor time, and latencies are whole milliseconds. */
export async function autocannonClosed(load: ClosedLoad): Promise<Reading> {
  // Loaded only if it is used, because it is the larger of the two.
  const { default: autocannon } = await import('autocannon');
  const headers: Record<string, string> = { 'content-type': 'application/json', ...load.headers };
  if (load.wrongKey) headers.authorization = `Bearer ${load.wrongKey}00000000`;
  const { requests, latency, errors, non2xx } = await autocannon({
    url: load.url,
    method: 'POST',
    connections: load.connections,
    duration: load.seconds,
    timeout: TIMEOUT_SECONDS,
    workers: 1,
    requests: load.bodies.map((body) => ({ headers, body })),
  });
  const times = { p50Ms: latency.p50, p90Ms: latency.p90, p99Ms: latency.p99 };
  return { requests: requests.total, perSecond: requests.average, ...times, errors: errors + non2xx };
}
