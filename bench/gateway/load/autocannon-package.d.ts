/** Types for the used part of the package, which has none. */
declare module 'autocannon' {
  export default function autocannon(options: {
    url: string;
    method: 'POST';
    connections: number;
    /** Seconds. */
    duration: number;
    timeout: number;
    workers: number;
    requests: { headers: Record<string, string>; body: string }[];
  }): Promise<{
    requests: { total: number; average: number };
    /** Milliseconds. */
    latency: { p50: number; p90: number; p99: number };
    errors: number;
    non2xx: number;
  }>;
}
