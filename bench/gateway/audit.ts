import { formatNanoUsd, parseUsd } from '../../lib/core/money';
import { type Verification, verifyLedger } from '../../lib/ledger/verify/verify-ledger';
import { database, openDatabase } from '../../lib/platform/db';
import { priceNano } from './subjects/service-file';
import type { AuditResult, UpstreamTotals } from './types';

/** The ledger of a stopped server, and its expected content. */
export type AuditInput = {
  dataDir: string;
  databaseUrl?: string;
  /** The credit of its only account, USD. */
  creditUsd: string;
  /** Requests whose client disconnected before the answer. */
  disconnected: number;
};

/**
 * Charges of one model: those of complete answers, whose usage the upstream reported, or those of answers that were cut
 * off.
 */
type Row = { model: string; complete: boolean; requests: bigint; charged: bigint; least: bigint; most: bigint };

/** Differences between upstream and ledger beyond abandoned answers. */
type Findings = {
  upstreamNano: bigint;
  inFull: number;
  inPart: number;
  partNano: bigint;
  /** Answers of the upstream that were not charged in full. */
  unpaid: number;
  problems: string[];
};

const ROWS = `
  select model_id as model, ending = 'completed' and not estimated as complete, count(*) as requests,
    coalesce(sum(charged_nano), 0)::bigint as charged, min(charged_nano) as least, max(charged_nano) as most
  from usage_record group by 1, 2`;

const POSTED = "select coalesce(sum(posted_nano), 0)::bigint as posted from ledger_balance where currency = 'USD'";

/**
 * Compares three amounts in exact nano-USD: the cost of the upstream's usage, the charges, and the drop of the balance.
 * Every complete answer must be charged its exact price, fewer answers than the upstream gave may be charged only if
 * clients disconnected, and the ledger must verify.
 * @param upstream its answers to this server only
 */
export async function auditLedger(input: AuditInput, upstream: UpstreamTotals): Promise<AuditResult> {
  const { dataDir, databaseUrl, creditUsd, disconnected } = input;
  const opened = await openDatabase({ dataDir, databaseUrl });
  try {
    const found = compare(await database().query<Row>(ROWS), upstream, disconnected);
    const [balance] = await database().query<{ posted: bigint }>(POSTED);
    const verification = await verifyLedger();
    const dropNano = (parseUsd(creditUsd) ?? 0n) - (balance?.posted ?? 0n);
    const problems = [...found.problems, ...problemsOf(verification, dropNano)];
    return {
      ok: problems.length === 0,
      requests: upstream.requests,
      upstreamUsd: formatNanoUsd(found.upstreamNano),
      chargedUsd: verification.sums.chargedUsd,
      balanceDropUsd: formatNanoUsd(dropNano),
      summary: [messageOf(found), ...problems].join(' '),
    };
  } finally {
    await opened.close();
  }
}

function compare(rows: Row[], upstream: UpstreamTotals, disconnected: number): Findings {
  const found: Findings = { upstreamNano: 0n, inFull: 0, inPart: 0, partNano: 0n, unpaid: 0, problems: [] };
  const models = new Set([...Object.keys(upstream.byModel), ...rows.map(({ model }) => model)]);
  for (const model of models) {
    const counted = upstream.byModel[model] ?? { requests: 0, promptTokens: 0, completionTokens: 0 };
    const totalNano = priceNano(counted);
    const eachNano = totalNano / BigInt(Math.max(1, counted.requests));
    const [full, part] = [true, false].map((kind) => rows.find((row) => row.model === model && row.complete === kind));
    const [inFull, inPart] = [Number(full?.requests ?? 0), Number(part?.requests ?? 0)];
    if (inFull > counted.requests) found.problems.push(`${model}: more answers were charged than the upstream gave.`);
    if (full && (full.least !== eachNano || full.most !== eachNano)) {
      found.problems.push(`${model}: an answer costs ${usd(eachNano)}, but ${usd(full.least, full.most)} was charged.`);
    }
    if (part && part.most > eachNano && eachNano > 0n) {
      found.problems.push(
        `${model}: ${usd(part.most)} was charged for part of an answer, but a complete one costs ${usd(eachNano)}.`,
      );
    }
    found.upstreamNano += totalNano;
    found.inFull += inFull;
    found.inPart += inPart;
    found.partNano += part?.charged ?? 0n;
    found.unpaid += Math.max(0, counted.requests - inFull);
  }
  // A client that disconnects during an answer pays for what was generated; for a non-streaming one, nothing.
  if (found.unpaid > disconnected)
    found.problems.push(`Not charged in full: ${found.unpaid}; clients that had disconnected: ${disconnected}.`);
  if (found.inPart > found.unpaid + upstream.cut) {
    found.problems.push(
      `${found.inPart} answers were charged in part, but only ${found.unpaid + upstream.cut} were cut off.`,
    );
  }
  return found;
}

function problemsOf({ ok, total, sums, counts }: Verification, dropNano: bigint): string[] {
  const problems: string[] = [];
  if (!ok) problems.push(`The ledger has ${total} findings.`);
  if (parseUsd(sums.chargedUsd) !== dropNano) problems.push('The drop of the balance differs from the charges.');
  if (sums.absorbedUsd !== '0') problems.push(`${sums.absorbedUsd} USD was absorbed.`);
  if (counts.liveHolds > 0) problems.push(`${counts.liveHolds} holds remain.`);
  return problems;
}

function messageOf({ inFull, inPart, partNano, unpaid }: Findings): string {
  const full = `${inFull} answers were charged in full`;
  if (unpaid + inPart === 0) return `${full}, none was cut off.`;
  const cutOff = `${unpaid} more came from the upstream after their clients had disconnected`;
  return `${full}; ${cutOff}; ${inPart} that were cut off were charged in part, ${usd(partNano)}.`;
}

function usd(least: bigint, most = least): string {
  return least === most ? `${formatNanoUsd(least)} USD` : `${formatNanoUsd(least)} to ${formatNanoUsd(most)} USD`;
}
