import { type ExportedKey, listKeysForExport } from '../accounts/keys/list-for-export';
import { type LinkedWallet, listLinkedWallets } from '../accounts/list-linked-wallets';
import { formatAmounts } from '../billing/receipt';
import {
  type ExportedCharacter,
  type ExportedReview,
  listCharactersForExport,
  listReviewsForExport,
} from '../characters/list-for-export';
import { formatNanoUsd } from '../core/money';
import { type ExportedFailure, listFailuresForExport } from '../failures/list-for-export';
import {
  type ExportedEntry,
  type ExportedRecord,
  listEntriesForExport,
  listRecordsForExport,
} from '../ledger/read/history/list-for-export';
import { listRefusals } from '../limits/log/list-refusals';
import { exportOwnDocuments } from '../web/index/own/find-own-documents';
import { NANO_PER_MICRO } from '../x402/constants';
import { type ExportedPayment, listPaymentsForExport } from '../x402/top-up/list-for-export';
import { exportPreferences } from '../preferences/read';
import { exportSharedChats } from '../shared-chats/list-for-export';
import { eachPage, PAGE_ROWS as limit } from './export-pages';

/** A list of the file: its name, and its rows in the file's format. */
export type Section = { name: string; pages: AsyncIterable<object[]> };

const MICROS_PER_MS = 1_000n;
const MICROS_DIGITS = 3;

/**
 * Every list of an export, in the order of the file. @param endMs only rows written before this time, milliseconds
 * since 1970
 */
export function exportSections(accountId: string, endMs: number): Section[] {
  return [
    { name: 'wallets', pages: eachPage<LinkedWallet>((after) => listLinkedWallets(accountId, after?.address, limit)) },
    { name: 'keys', pages: mapPages((after) => listKeysForExport(accountId, after?.id, limit), keyToJson) },
    {
      name: 'characters',
      pages: eachPage<ExportedCharacter>((after) => listCharactersForExport(accountId, after?.id, limit)),
    },
    { name: 'documents', pages: exportOwnDocuments(accountId) },
    { name: 'reviews', pages: eachPage<ExportedReview>((after) => listReviewsForExport(accountId, after?.id, limit)) },
    {
      name: 'ledger',
      pages: mapPages((after) => listEntriesForExport(accountId, { after, endMs, limit }), entryToJson),
    },
    {
      name: 'walletPayments',
      pages: mapPages((after) => listPaymentsForExport(accountId, { after, endMs, limit }), paymentToJson),
    },
    {
      name: 'usage',
      pages: mapPages(
        (after) => listRecordsForExport(accountId, { after: after && { ...after, id: after.requestId }, endMs, limit }),
        recordToJson,
      ),
    },
    {
      name: 'failedRequests',
      pages: mapPages(
        (after) => listFailuresForExport(accountId, { ...(after && { after }), endMs, limit }),
        failureToJson,
      ),
    },
    // One, or none.
    { name: 'chatPreferences', pages: eachPage(() => exportPreferences(accountId)) },
    { name: 'sharedChats', pages: exportSharedChats(accountId) },
    // At most fifty.
    { name: 'rateLimitLog', pages: eachPage(() => listRefusals(accountId)) },
  ];
}

async function* mapPages<Row>(
  read: (after: Row | undefined) => Promise<Row[]>,
  toJson: (row: Row) => object,
): AsyncGenerator<object[]> {
  for await (const rows of eachPage(read)) yield rows.map(toJson);
}

function keyToJson({ limitUsdNano, limitDiemNano, ...rest }: ExportedKey): object {
  return { ...rest, limitUsd: amountOrNull(limitUsdNano), limitDiem: amountOrNull(limitDiemNano) };
}

function entryToJson({ amountNano, balanceAfterNano, atMicros, ...rest }: ExportedEntry): object {
  const amounts = { amount: formatNanoUsd(amountNano), balanceAfter: formatNanoUsd(balanceAfterNano) };
  return { ...rest, ...amounts, at: instantOf(atMicros) };
}

function paymentToJson({ amountMicro, atMicros, updatedAt, ...rest }: ExportedPayment): object {
  const amount = formatNanoUsd(amountMicro * NANO_PER_MICRO);
  return { ...rest, amount, at: instantOf(atMicros), updatedAt: updatedAt.toISOString() };
}

function recordToJson(record: ExportedRecord): object {
  const { heldNano, chargedNano, absorbedNano, balanceAfterNano, lines, atMicros, ...rest } = record;
  return {
    ...rest,
    ...formatAmounts({ heldNano, chargedNano, absorbedNano, balanceAfterNano, lines }),
    at: instantOf(atMicros),
  };
}

function failureToJson({ atMicros, ...rest }: ExportedFailure): object {
  return { ...rest, at: instantOf(atMicros) };
}

const amountOrNull = (nano: bigint | null) => (nano === null ? null : formatNanoUsd(nano));

/** ISO 8601 to the microsecond. */
function instantOf(micros: bigint): string {
  const beyond = String(micros % MICROS_PER_MS).padStart(MICROS_DIGITS, '0');
  return new Date(Number(micros / MICROS_PER_MS)).toISOString().replace('Z', `${beyond}Z`);
}
