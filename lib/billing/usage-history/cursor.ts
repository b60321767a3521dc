import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { sessionSecret } from '../../accounts/session';
import { type ApiError, invalidField } from '../../core/errors';
import { DAY_MS } from '../../core/time';
import type { UsagePosition } from '../../ledger/read/history/list-usage';
import { clock } from '../../platform/clock';

/** How long a cursor is valid after its page was returned. */
const CURSOR_LIFE_MS = DAY_MS;
const MAC_BYTES = 32;

const micros = z
  .string()
  .regex(/^\d{1,19}$/)
  .transform(BigInt);

/** The position of a page: the filters, and the line to start with. */
export type Position = UsagePosition & {
  /** Lines per page. */
  pageSize: number;
  /** The line of the position's request at which the page starts. */
  fromLine: number;
};

/** The content of a cursor, as short as possible: its expiry (milliseconds) and the position. */
const Packed = z.tuple([
  z.number(),
  micros.nullable(),
  z.string().nullable(),
  z.number(),
  micros,
  z.string(),
  z.number(),
]);

/**
 * Encodes a position as an opaque text of `[A-Za-z0-9_-]`, bound to the account by an HMAC with the installation's secret.
 * Valid for 24 hours.
 */
export async function encodeCursor(accountId: string, position: Position): Promise<string> {
  const { endMicros, currency, pageSize, fromMicros, fromRequestId, fromLine } = position;
  const packed = [
    clock.now() + CURSOR_LIFE_MS,
    endMicros === null ? null : String(endMicros),
    currency,
    pageSize,
    String(fromMicros),
    fromRequestId,
    fromLine,
  ];
  const payload = Buffer.from(JSON.stringify(packed));
  return Buffer.concat([await sign(accountId, payload), payload]).toString('base64url');
}

/**
 * Decodes a cursor of the same account.
 * @throws ApiError INVALID_REQUEST naming `cursor`: if it is forged, expired, or another account's
 */
export async function decodeCursor(accountId: string, cursor: string): Promise<Position> {
  const bytes = Buffer.from(cursor, 'base64url');
  const payload = bytes.subarray(MAC_BYTES);
  const mac = bytes.subarray(0, MAC_BYTES);
  if (mac.length < MAC_BYTES || !timingSafeEqual(mac, await sign(accountId, payload))) throw badCursor();
  const packed = Packed.safeParse(JSON.parse(payload.toString()));
  // Written by an earlier version of this file.
  if (!packed.success) throw badCursor();
  const [expiresAtMs, endMicros, currency, pageSize, fromMicros, fromRequestId, fromLine] = packed.data;
  if (expiresAtMs <= clock.now()) throw badCursor('Has expired: start again without it');
  return { endMicros, currency, pageSize, fromMicros, fromRequestId, fromLine };
}

async function sign(accountId: string, payload: Buffer): Promise<Buffer> {
  const purpose = `billing/usage-history cursor of ${accountId}\n`;
  return createHmac('sha256', await sessionSecret())
    .update(purpose)
    .update(payload)
    .digest();
}

function badCursor(message = 'Must be a nextCursor that this account received'): ApiError {
  return invalidField(['cursor'], message);
}
