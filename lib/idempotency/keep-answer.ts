import { findNotReady } from '../platform/database/failure';
import { database } from '../platform/db';
import { log } from '../platform/log';
import { OF_RECORD, WITHOUT_FLUSH } from './sql';
import type { IdempotencyRecord, KeptAnswer } from './types';

/** The longest answer that is stored, bytes in UTF-8 (docs/api-rules.md, "Idempotency"). */
export const MAX_KEPT_BYTES = 2_000_000;

/**
 * Stores the answer of a request for its repeats. Longer answers are not stored; a repeat then gets only the request id
 * of the charge. The same goes if storing fails, so this never throws: the answer itself is already being sent.
 */
export async function keepAnswer(record: IdempotencyRecord, answer: KeptAnswer): Promise<void> {
  const { accountId, route, key, requestId } = record;
  // PostgreSQL's text accepts every character except U+0000, which JSON writes as \u0000.
  const { text } = answer;
  // Checked first: a text has at least as many bytes as characters, and its length costs nothing.
  if (text.length > MAX_KEPT_BYTES || Buffer.byteLength(text) > MAX_KEPT_BYTES || text.includes('\0')) return;
  try {
    const params = [accountId, route, key, requestId, answer.kind, answer.text, storeMetadata(answer.metadata)];
    await database().query(KEEP, params, { name: 'idempotency_keep' });
  } catch (error) {
    if (!findNotReady(error)) log.error({ err: error, requestId }, 'an answer could not be stored for repeats');
  }
}

/** As JSON that PostgreSQL's jsonb accepts: it rejects U+0000 and lone surrogates even if they are escaped. */
function storeMetadata(metadata: unknown): string | null {
  const sanitize = (text: string) => Buffer.from(text).toString().replaceAll('\0', '\ufffd');
  return JSON.stringify(metadata, (_, value: unknown) => (typeof value === 'string' ? sanitize(value) : value)) ?? null;
}

const KEEP = `
  update idempotency_claim c set answer_kind = $5, answer = $6, facts = $7::text::jsonb
    where ${OF_RECORD} and c.request_id = $4
    returning ${WITHOUT_FLUSH}`;
