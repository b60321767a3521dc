import { z } from 'zod';
import type { BillLine } from './types';

const amount = z
  .string()
  .regex(/^-?\d+$/)
  .transform(BigInt);

/** How a usage row stores its lines: amounts as decimal text, because JSON numbers lose digits beyond 2^53. */
const StoredLines = z.array(
  z.object({
    kind: z.string(),
    units: z.number(),
    // The oldest rows have none.
    rateNano: amount.default(0n),
    costNano: amount,
  }),
);

/** Lines as JSON text for the column `usage_record.lines`. */
export function storeLines(lines: BillLine[]): string {
  return JSON.stringify(
    lines.map(({ kind, units, rateNano, costNano }) => ({
      kind,
      units,
      rateNano: rateNano.toString(),
      costNano: costNano.toString(),
    })),
  );
}

/** The lines of the column `usage_record.lines`, as parsed by the driver. */
export function readLines(stored: unknown): BillLine[] {
  return StoredLines.parse(stored);
}
