import { formatNanoUsd } from '../../core/money';
import type { BillLine } from '../../ledger/types';
import { answerIdOf } from '../../platform/answer-id';
import { LINE_KINDS } from '../../models/price/kinds';
import { shiftedDecimal } from './decimal';
import type { PaidRecord } from '../../ledger/read/history/list-usage';

/** One row of the history; amounts and units are exact decimal texts. */
export type HistoryRow = {
  timestamp: string;
  sku: string;
  units: string;
  pricePerUnitUsd: string;
  amount: string;
  currency: 'USD' | 'DIEM';
  notes: string;
  inferenceDetails: {
    /** The `id` of the answer, as client packages show it. */
    requestId: string;
    promptTokens: number | null;
    completionTokens: number | null;
    inferenceExecutionTime: number;
  };
};

/**
 * The rows of a paid request, one for each line of its bill, in their order (docs/api-rules.md, "Usage history"). Their
 * amounts sum exactly to what was charged: an absorbed part is deducted from the largest line, then from the next, and
 * a line with nothing left stays with the amount 0.
 */
export function toRows(record: PaidRecord): HistoryRow[] {
  const timestamp = new Date(Number(record.atMicros / 1_000n)).toISOString();
  const absorbed = absorbedByLine(record.lines, record.absorbedNano);
  const inferenceDetails = {
    requestId: record.modelType === 'text' ? answerIdOf(record.requestId) : record.requestId,
    ...countTokens(record),
    inferenceExecutionTime: record.durationMs,
  };
  return record.lines.map((line, index) => {
    const { sku, places } = skuOf(record.modelId, line.kind);
    const absorbedNano = absorbed[index] ?? 0n;
    return {
      timestamp,
      sku,
      units: shiftedDecimal(line.units, places),
      pricePerUnitUsd: formatNanoUsd(line.rateNano),
      amount: formatNanoUsd(absorbedNano - line.costNano),
      currency: record.currency,
      notes: notesOf(record, absorbedNano),
      inferenceDetails,
    };
  });
}

/** How much of each line was not charged. */
function absorbedByLine(lines: BillLine[], absorbedNano: bigint): bigint[] {
  const parts = lines.map(() => 0n);
  let remaining = absorbedNano;
  // For equal lines, the first one, like in the sums of `usage-analytics`.
  const largestFirst = [...lines.entries()].sort(([a, one], [b, other]) =>
    one.costNano === other.costNano ? a - b : one.costNano > other.costNano ? -1 : 1,
  );
  for (const [index, { costNano }] of largestFirst) {
    parts[index] = remaining < costNano ? remaining : costNano;
    remaining -= parts[index];
  }
  return parts;
}

function skuOf(modelId: string, kind: string): { sku: string; places: number } {
  const spec = Object.hasOwn(LINE_KINDS, kind) ? LINE_KINDS[kind] : undefined;
  return { sku: `${modelId}-${spec?.sku ?? kind}`, places: Math.round(Math.log10(spec?.unitsPer ?? 1)) };
}

/** Tokens of the whole request; null if it has none of that kind. */
function countTokens({ lines, modelType }: PaidRecord): {
  promptTokens: number | null;
  completionTokens: number | null;
} {
  const counted = lines.filter(
    ({ kind }) => Object.hasOwn(LINE_KINDS, kind) && LINE_KINDS[kind]?.unitType === 'tokens',
  );
  const sum = (wanted: BillLine[]) => wanted.reduce((tokens, { units }) => tokens + units, 0);
  if (counted.length === 0) return { promptTokens: null, completionTokens: null };
  return {
    promptTokens: sum(counted.filter(({ kind }) => kind !== 'output')),
    completionTokens: modelType === 'text' ? sum(counted.filter(({ kind }) => kind === 'output')) : null,
  };
}

function notesOf({ estimated, ending, currency }: PaidRecord, absorbedNano: bigint): string {
  const notes = ['inference'];
  if (estimated) notes.push('units estimated');
  if (ending === 'credit_ran_out') notes.push('shortened to the available credit');
  if (ending === 'client_left') notes.push('client left before the end');
  if (ending === 'upstream_failed') notes.push('upstream failed before the end');
  if (absorbedNano > 0n) notes.push(`${formatNanoUsd(absorbedNano)} ${currency} of it not charged`);
  return notes.join('; ');
}
