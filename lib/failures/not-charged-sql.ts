/**
 * An SQL condition on a failed request: it was not charged. A stream that broke off is recorded as a failure and, if
 * output had arrived, as a paid request; among its account's requests it must appear once.
 * @param table the name of the failed requests in the statement
 */
export function notChargedSql(table: string): string {
  return `not exists (
    select from usage_record u where u.request_id = ${table}.request_id and u.account_id = ${table}.account_id
  )`;
}
