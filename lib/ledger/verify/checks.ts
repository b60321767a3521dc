/**
 * The invariants of every ledger, each as one set-wise statement that returns the rows that violate it. All of them are
 * equalities of sums, so none depends on the order in which requests of the same instant were settled.
 */

/** One check. Its statement returns `subject`, `currency` (null: plain texts), `expected`, `actual`. */
export type Check = { name: string; sql: string };

/** Sums of ledger entries, compared with the stored balances. */
const BALANCES: Check[] = [
  {
    name: 'balance is the sum of its entries',
    sql: `
      select 'account ' || account_id as subject, 'USD' as currency, coalesce(e.total, 0)::text as expected,
        b.posted_nano::text as actual
      from (select account_id, sum(amount_nano) as total from ledger_entry where currency = 'USD' group by 1) e
      full join (select account_id, posted_nano from ledger_balance where currency = 'USD') b using (account_id)
      where coalesce(e.total, 0) <> coalesce(b.posted_nano, 0)`,
  },
  {
    name: 'balance is never below zero',
    sql: `
      select 'account ' || account_id as subject, currency, '0' as expected, posted_nano::text as actual
      from ledger_balance where posted_nano < 0
      union all
      select 'entry ' || id, currency, '0', balance_after_nano::text from ledger_entry where balance_after_nano < 0`,
  },
  {
    // Entries are steps from 0 to the posted balance: each one begins where another one ends.
    name: 'running balances lead from zero to the balance',
    sql: `
      select 'account ' || account_id as subject, 'USD' as currency,
        (min(value) filter (where surplus < 0))::text as expected,
        (min(value) filter (where surplus > 0))::text as actual
      from (
        select account_id, value, sum(step) as surplus from (
          select account_id, balance_after_nano::numeric as value, 1 as step from ledger_entry where currency = 'USD'
          union all
          select account_id, balance_after_nano::numeric - amount_nano, -1 from ledger_entry where currency = 'USD'
          union all
          select account_id, posted_nano, -1 from ledger_balance where currency = 'USD'
          union all
          select account_id, 0, 1 from ledger_balance where currency = 'USD'
        ) steps group by account_id, value having sum(step) <> 0
      ) loose group by account_id`,
  },
  {
    name: 'DIEM has no posted balance',
    sql: `
      select 'account ' || account_id as subject, 'DIEM' as currency, null as expected, posted_nano::text as actual
      from ledger_balance where currency = 'DIEM'`,
  },
  {
    name: 'entry is of a kind that its currency and sign allow',
    sql: `
      select 'entry ' || id as subject, null as currency,
        case currency when 'DIEM' then 'DAILY_CREDIT' else 'credit' end || ' above zero or CHARGE below' as expected,
        kind || ' of ' || amount_nano || ' nano-' || currency as actual
      from ledger_entry
      where amount_nano = 0
        or (kind <> 'TRANSFER' and (kind in ('CHARGE', 'WITHDRAWAL')) <> (amount_nano < 0))
        or (kind <> 'CHARGE' and (kind = 'DAILY_CREDIT') <> (currency = 'DIEM'))`,
  },
  {
    name: 'transfer adds to one account what it takes from another',
    sql: `
      select 'transfer ' || id as subject, 'USD' as currency, (-sent)::text as expected, received::text as actual
      from (
        select regexp_replace(id, '^transfer-(in|out):', '') as id, sum(amount_nano) filter (where id like 'transfer-out:%') as sent,
          sum(amount_nano) filter (where id like 'transfer-in:%') as received, sum(amount_nano) as total
        from ledger_entry where kind = 'TRANSFER' group by 1
      ) t where total <> 0 or sent is null or received is null`,
  },
];

/** Daily sums of ledger entries, compared with the sums used for limits and stakes. */
const DIEM_DAYS = `
  (select account_id, window_day as day, sum(amount_nano) filter (where kind = 'DAILY_CREDIT') as credits,
     -sum(amount_nano) filter (where kind = 'CHARGE') as charges
   from ledger_entry where currency = 'DIEM' group by 1, 2) e
  full join
  (select s.subject_id as account_id, s.day, s.credited_nano, s.spent_nano
   from ledger_spend s join account a on a.id = s.subject_id where s.currency = 'DIEM') s using (account_id, day)`;

const DAYS: Check[] = [
  {
    name: 'DIEM credited in a day is the sum of its entries',
    sql: `
      select 'account ' || account_id || ' on ' || day as subject, 'DIEM' as currency,
        coalesce(e.credits, 0)::text as expected, s.credited_nano::text as actual
      from ${DIEM_DAYS} where coalesce(e.credits, 0) <> coalesce(s.credited_nano, 0)`,
  },
  {
    name: 'DIEM spent in a day is the sum of its charges',
    sql: `
      select 'account ' || account_id || ' on ' || day as subject, 'DIEM' as currency,
        coalesce(e.charges, 0)::text as expected, s.spent_nano::text as actual
      from ${DIEM_DAYS} where coalesce(e.charges, 0) <> coalesce(s.spent_nano, 0)`,
  },
  {
    name: 'DIEM spent in a day is within what was credited',
    sql: `
      select 'account ' || account_id || ' on ' || day as subject, 'DIEM' as currency,
        coalesce(e.credits, 0)::text as expected, e.charges::text as actual
      from ${DIEM_DAYS} where coalesce(e.charges, 0) > coalesce(e.credits, 0)`,
  },
  {
    name: 'running DIEM of a day leads from zero to what is left of it',
    sql: `
      select 'account ' || account_id || ' on ' || day as subject, 'DIEM' as currency,
        (min(value) filter (where surplus < 0))::text as expected,
        (min(value) filter (where surplus > 0))::text as actual
      from (
        select account_id, day, value, sum(step) as surplus from (
          select account_id, window_day as day, balance_after_nano::numeric as value, 1 as step
            from ledger_entry where currency = 'DIEM'
          union all
          select account_id, window_day, balance_after_nano::numeric - amount_nano, -1
            from ledger_entry where currency = 'DIEM'
          union all
          select s.subject_id, s.day, v.value, v.step from ledger_spend s join account a on a.id = s.subject_id
            cross join lateral (values (s.credited_nano::numeric - s.spent_nano, -1), (0, 1)) v (value, step)
            where s.currency = 'DIEM'
        ) steps group by account_id, day, value having sum(step) <> 0
      ) loose group by account_id, day`,
  },
  {
    name: 'key’s spending in a day is the sum of its charges',
    sql: `
      select 'key ' || subject_id || ' on ' || day as subject, currency, coalesce(e.charges, 0)::text as expected,
        s.spent_nano::text as actual
      from (select key_id as subject_id, currency, window_day as day, -sum(amount_nano) as charges
            from ledger_entry where kind = 'CHARGE' and key_id is not null group by 1, 2, 3) e
      full join (select s.* from ledger_spend s left join account a on a.id = s.subject_id
                 where s.currency <> 'DIEM' or a.id is null) s using (subject_id, currency, day)
      where coalesce(e.charges, 0) <> coalesce(s.spent_nano, 0)`,
  },
];

/** Every request, compared with its charge. */
const REQUESTS: Check[] = [
  {
    name: 'request’s lines add up to its cost',
    sql: `
      select 'request ' || request_id as subject, currency, (charged_nano::numeric + absorbed_nano)::text as expected,
        total::text as actual
      from (
        select request_id, currency, charged_nano, absorbed_nano, (
          select coalesce(sum(case when line ->> 'costNano' ~ '^-?[0-9]+$' then (line ->> 'costNano')::numeric end), 0)
          from jsonb_array_elements(case jsonb_typeof(lines) when 'array' then lines else '[]' end) line) as total
        from usage_record
      ) bills where total <> charged_nano::numeric + absorbed_nano`,
  },
  {
    name: 'request has one entry of what it was charged',
    sql: `
      select 'request ' || u.request_id as subject, u.currency,
        case when u.charged_nano > 0 then (-u.charged_nano)::text end as expected, e.amount_nano::text as actual
      from usage_record u left join ledger_entry e on e.id = 'charge:' || u.hold_id
      where coalesce(-e.amount_nano, 0) <> u.charged_nano or e.amount_nano = 0`,
  },
  {
    name: 'request and its entry are of one account, key, and currency',
    sql: `
      select 'request ' || u.request_id as subject, null as currency,
        concat_ws(' ', 'CHARGE', u.account_id, coalesce(u.key_id::text, 'no key'), u.currency) as expected,
        concat_ws(' ', e.kind, e.account_id, coalesce(e.key_id::text, 'no key'), e.currency) as actual
      from usage_record u join ledger_entry e on e.id = 'charge:' || u.hold_id
      where e.kind <> 'CHARGE' or e.account_id <> u.account_id or e.key_id is distinct from u.key_id
        or e.currency <> u.currency`,
  },
  {
    name: 'charge belongs to a request',
    sql: `
      select 'entry ' || e.id as subject, e.currency, null as expected, e.amount_nano::text as actual
      from ledger_entry e left join usage_record u on 'charge:' || u.hold_id = e.id
      where e.kind = 'CHARGE' and u.request_id is null`,
  },
];

/**
 * Live holds, compared with the balances. Uses the time of the statement, never that of the transaction: a hold that
 * ended before the snapshot may have been followed by another one.
 */
const LIVE_HOLDS = `select account_id, currency, ledger_day(created_at) as day, sum(held_nano) as held
  from ledger_hold where state = 'open' and expires_at > ledger_now() group by 1, 2, 3`;

const HOLDS: Check[] = [
  {
    name: 'live holds are within the balance',
    sql: `
      select 'account ' || account_id as subject, 'USD' as currency, coalesce(posted_nano, 0)::text as expected,
        held::text as actual
      from (select account_id, sum(held) as held from (${LIVE_HOLDS}) live where currency = 'USD' group by 1) h
      left join (select account_id, posted_nano from ledger_balance where currency = 'USD') b using (account_id)
      where held > coalesce(posted_nano, 0)`,
  },
  {
    // A stake that was changed today may have been lowered below holds that were valid when they were made.
    name: 'today’s live holds and charges in DIEM are within the stake',
    sql: `
      select 'account ' || h.account_id as subject, 'DIEM' as currency, coalesce(k.staked_nano, 0)::text as expected,
        (h.held + coalesce(s.spent_nano, 0))::text as actual
      from (${LIVE_HOLDS}) h
      left join ledger_stake k on k.account_id = h.account_id
      left join ledger_spend s on s.subject_id = h.account_id and s.currency = 'DIEM' and s.day = h.day
      where h.currency = 'DIEM' and h.day = ledger_day(ledger_now())
        and h.held + coalesce(s.spent_nano, 0) > coalesce(k.staked_nano, 0)
        and (k.updated_at is null or ledger_day(k.updated_at) < h.day)`,
  },
];

/** Every check, in the order in which findings are reported. */
export const CHECKS: Check[] = [...BALANCES, ...DAYS, ...REQUESTS, ...HOLDS];

/** How much was checked: counts as int8, amounts as text of nano units. */
export const SUMMARY = `
  select (select count(*) from account) as accounts,
    (select count(*) from api_key) as keys,
    (select count(*) from ledger_entry) as entries,
    (select count(*) from usage_record) as requests,
    (select count(*) from ledger_hold where state = 'open' and expires_at > ledger_now()) as live_holds,
    (select coalesce(sum(posted_nano), 0)::text from ledger_balance where currency = 'USD') as posted_usd,
    (select coalesce(-sum(amount_nano), 0)::text from ledger_entry where kind = 'CHARGE' and currency = 'USD')
      as charged_usd,
    (select coalesce(-sum(amount_nano), 0)::text from ledger_entry where kind = 'CHARGE' and currency = 'DIEM')
      as charged_diem,
    (select coalesce(sum(absorbed_nano), 0)::text from usage_record where currency = 'USD') as absorbed_usd,
    (select coalesce(sum(absorbed_nano), 0)::text from usage_record where currency = 'DIEM') as absorbed_diem`;
