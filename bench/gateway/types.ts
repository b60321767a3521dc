/*
 * The types shared by the parts of the gateway bench: measurements, and the counts of upstream and ledger.
 */

/** The program between the load and the upstream. */
export type Subject = {
  name: string;
  /** Why it cannot run here; null if it can. */
  missing: string | null;
  /** Starts it in front of the upstream at this base URL (without `/v1`). */
  start(upstreamUrl: string): Promise<RunningSubject>;
};

/** A subject that answers. */
export type RunningSubject = {
  /** POST chat completions here. */
  url: string;
  /** Authorization, x-portkey-…; content-type is the load's. */
  headers: Record<string, string>;
  /** Of the subject itself; children are found through /proc. */
  pids: number[];
  /** PostgreSQL's postmaster; empty if there is none. */
  databasePids: number[];
  /** Ours only: the ledger after all load. */
  audit?: (upstream: UpstreamTotals) => Promise<AuditResult>;
  stop(): Promise<void>;
};

/** Answers of one kind: how many, and the tokens of their usage. */
export type Totals = { requests: number; promptTokens: number; completionTokens: number };

/** All that the upstream has answered since its last reset. */
export type UpstreamTotals = Totals & {
  byModel: Record<string, Totals>;
  /** Answers whose connection was lost before their end; not included in other counts. */
  cut: number;
};

/** The ledger compared with the upstream; USD as exact decimal strings, `summary` is for people. */
export type AuditResult = {
  ok: boolean;
  requests: number;
  upstreamUsd: string;
  chargedUsd: string;
  balanceDropUsd: string;
  summary: string;
};
