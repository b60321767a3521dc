import { flood } from '../../lib/http/server/test-server';

/**
 * The server that is attacked, and the keys of the attack; where payments on Base go, if it takes them; and the host of a
 * site that harms its readers.
 */
export type Target = {
  url: string;
  greedy: string;
  alsoGreedy: string;
  penniless: string;
  payTo: string;
  evilHost: string;
};

/** What a caller does to get more than its share, repeated until the time is up. */
export type Attack = {
  connections: number;
  /** One round on one connection; `n` makes it different from earlier rounds. */
  round: (target: Target, n: number, until: Promise<unknown>) => Promise<unknown>;
  /** Which request of another account is measured meanwhile; a small chat if absent. */
  victim?: 'chat' | 'file' | 'megabyte' | 'embedded';
  /** Milliseconds until it reaches full strength, if that takes longer than usual. */
  warmUpMs?: number;
};

/** Requests of a flood that one connection sends in a round. */
const BATCH = 50;

/** A request without a body; `headers` are lines, each with its line end. */
type FloodRequest = { method?: string; path: string; headers: string };

/** Many small requests, one after another on each of 64 connections. */
export const floodOf = (request: (n: number, target: Target) => FloodRequest): Attack => ({
  connections: 64,
  round: (target, n) => {
    const requests = Array.from({ length: BATCH }, (_, at) => request(n * BATCH + at, target));
    return flood(Number(new URL(target.url).port), requests, 1);
  },
});

/** The header of a request that comes from another address for each number. */
export const fromAddress = (n: number): string =>
  `x-forwarded-for: 10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}\r\n`;
