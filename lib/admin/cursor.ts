import { z } from 'zod';
import { invalidField } from '../core/errors';

/** The last row of a page, newest first: its time in microseconds since 1970, and its id. */
export type Position = { micros: bigint; id: string };

const Packed = z.tuple([z.string().regex(/^\d{1,16}$/), z.guid()]);

/** Encodes a position as an opaque text of `[A-Za-z0-9_-]`. It reveals nothing that its page does not. */
export function encodeCursor({ micros, id }: Position): string {
  return Buffer.from(JSON.stringify([String(micros), id])).toString('base64url');
}

/**
 * Decodes a cursor of `encodeCursor`.
 * @param field the name of the query parameter
 * @throws ApiError INVALID_REQUEST naming the field
 */
export function decodeCursor(field: string, cursor: string): Position {
  const packed = Packed.safeParse(parsed(Buffer.from(cursor, 'base64url').toString()));
  if (!packed.success) throw invalidField([field], 'Must be the nextCursor of a previous page');
  const [micros, id] = packed.data;
  return { micros: BigInt(micros), id };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
