import { database } from '../../platform/db';
import type { ModelPrivacy } from '../caller';
import type { LimitPeriod } from './api-keys';
import type { KeyType } from './key-token';

/** Sorts before every row. */
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** A key without its secret and its hash, also a revoked one. Limits are nano units. */
export type ExportedKey = {
  id: string;
  type: KeyType;
  description: string;
  lastSix: string;
  limitUsdNano: bigint | null;
  limitDiemNano: bigint | null;
  limitPeriod: LimitPeriod;
  modelPrivacy: ModelPrivacy;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
};

/** The next keys of an account after an ID, ordered by ID. */
export function listKeysForExport(accountId: string, after: string | undefined, limit: number): Promise<ExportedKey[]> {
  return database().query<ExportedKey>(
    `select id, type, description, last_six as "lastSix", limit_usd_nano as "limitUsdNano",
        limit_diem_nano as "limitDiemNano", limit_period as "limitPeriod", model_privacy as "modelPrivacy",
        created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"
      from api_key where account_id = $1 and id > $2 order by id limit $3`,
    [accountId, after ?? LOWEST_ID, limit],
  );
}
