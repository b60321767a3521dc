import { describeAccount } from '../accounts/sign-in/describe-account';
import { take } from '../limits/take';
import { clock } from '../platform/clock';
import type { Person } from './person';
import { exportSections } from './export-sections';

/** The format of the file; the version increases with incompatible changes. */
const FORMAT = { format: 'farebox-account', version: 1 };

/** A file for download, in pieces. */
export type ExportFile = { filename: string; contentType: string; pieces: AsyncIterable<string> };

/**
 * All data of an account as one JSON document: profile, linked wallets, keys without their secrets, characters, documents,
 * reviews, the ledger, payments by wallets, paid and failed requests, chat preferences, shared chats, and the log of
 * refused requests. Read a page at a time; limited to a few times per hour.
 * Amounts are exact decimal texts, times ISO 8601.
 * @throws ApiError RATE_LIMIT_EXCEEDED
 */
export function exportAccount({ caller }: { caller: Person }): ExportFile {
  take('exportAccount', `account:${caller.account.id}`);
  const exportedAt = new Date(clock.now()).toISOString();
  return {
    filename: `farebox-account-${exportedAt.slice(0, 10)}.json`,
    contentType: 'application/json; charset=utf-8',
    pieces: write(caller, exportedAt),
  };
}

async function* write(caller: Person, exportedAt: string): AsyncGenerator<string> {
  const head = JSON.stringify({ ...FORMAT, exportedAt, profile: await describeAccount({ caller }) });
  yield head.slice(0, -1);
  for (const { name, pages } of exportSections(caller.account.id, Date.parse(exportedAt))) {
    yield `,\n${JSON.stringify(name)}: [`;
    let isFirst = true;
    for await (const rows of pages) {
      const text = rows.map((row) => JSON.stringify(row)).join(',\n');
      yield `${isFirst ? '\n' : ',\n'}${text}`;
      isFirst = false;
    }
    yield ']';
  }
  yield '}\n';
}
