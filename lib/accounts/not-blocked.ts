import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { account } from './tables';

/** The condition that a row does not belong to a blocked account. @param accountId a column; null means no account */
export function notBlocked(accountId: SQLWrapper): SQL {
  return sql`not exists (select 1 from ${account} where ${account.id} = ${accountId} and ${account.blockedAt} is not null)`;
}
