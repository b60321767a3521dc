import { newId, newOrderedId } from '../../core/ids';
import { database } from '../../platform/db';

/** For tests: a paid request to a model that arrived at a time, and was charged at once. */
export type TestRequest = {
  accountId: string;
  modelId: string;
  atMs: number;
  firstTokenMs?: number | null;
  durationMs?: number;
  outputTokens?: number;
  ending?: 'completed' | 'upstream_failed';
};

/** For tests: writes usage rows with hold IDs of their time, in one statement. */
export async function insertTestRequests(requests: TestRequest[]): Promise<void> {
  const rows = requests.map((request) => ({
    request_id: newId(),
    hold_id: newOrderedId(request.atMs),
    account_id: request.accountId,
    model_id: request.modelId,
    at: new Date(request.atMs).toISOString(),
    first_token_ms: request.firstTokenMs === undefined ? 300 : request.firstTokenMs,
    duration_ms: request.durationMs ?? 2_000,
    ending: request.ending ?? 'completed',
    lines: [
      { kind: 'input', units: 1_000, rateNano: '1', costNano: '1' },
      { kind: 'output', units: request.outputTokens ?? 100, rateNano: '1', costNano: '1' },
    ],
  }));
  await database().query(
    `insert into usage_record (request_id, hold_id, account_id, model_id, currency, held_nano, charged_nano,
        absorbed_nano, balance_after_nano, lines, estimated, ending, first_token_ms, duration_ms, created_at)
      select request_id, hold_id, account_id, model_id, 'USD', 2, 2, 0, 0, lines, false, ending, first_token_ms,
          duration_ms, at
        from jsonb_to_recordset($1::text::jsonb) as r (request_id text, hold_id text, account_id uuid, model_id text,
          at timestamptz, first_token_ms int4, duration_ms int4, ending text, lines jsonb)`,
    [JSON.stringify(rows)],
  );
}
