import { createRequire } from 'node:module';
import type { ClosedLoad, Reading } from './closed';

/** What is used of the package, which has no types of its own. */
type Autocannon = (options: {
  url: string;
  method: 'POST';
  connections: number;
  duration: number;
  timeout: number;
  workers: number;
  requests: { headers: Record<string, string>; body: string }[];
}) => Promise<{
  requests: { total: number; average: number };
  latency: { p50: number; p90: number; p99: number };
  errors: number;
  non2xx: number;
}>;

const TIMEOUT_SECONDS = 30;

/** The closed loop where wrk is not installed: costs more processor time, and latencies are whole milliseconds. */
export async function autocannonClosed(load: ClosedLoad): Promise<Reading> {
  const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon;
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
