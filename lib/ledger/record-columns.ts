import { arrayLiteral } from '../platform/database/array-literal';
import type { Charge, UsageRecord } from './types';

/** What the usage rows of charges say about their requests, as columns of the statements that settle. */
export function recordColumns(charges: readonly Charge[]): string[] {
  const column = (pick: (record: UsageRecord) => string | number | null) =>
    arrayLiteral(charges.map(({ record }) => pick(record)));
  return [
    column(({ requestId }) => requestId),
    column(({ modelId }) => modelId),
    column(({ modelType }) => modelType),
    column(({ ending }) => ending),
    column(({ status }) => status),
    column(({ firstTokenMs }) => (firstTokenMs === null ? null : wholeMs(firstTokenMs))),
    column(({ durationMs }) => wholeMs(durationMs)),
  ];
}

/** A step of the system clock can make a duration negative, which must not fail a charge. */
function wholeMs(ms: number): number {
  return Math.min(Math.max(0, Math.round(ms)), 2 ** 31 - 1);
}
