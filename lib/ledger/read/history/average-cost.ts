import { database } from '../../../platform/db';

/** Requests of the last model whose costs are averaged. */
const REQUESTS = 50;

/** What the latest requests to the model that an account used last have cost on average; null if none was charged in USD. */
export async function averageCostOfLastModel(accountId: string): Promise<{ modelId: string; costNano: bigint } | null> {
  const [row] = await database().query<{ modelId: string; costNano: bigint }>(AVERAGE, [accountId, REQUESTS]);
  return row ?? null;
}

const AVERAGE = `
  with latest as (
    select model_id, charged_nano from usage_record
      where account_id = $1 and currency = 'USD' and charged_nano > 0 order by created_at desc limit $2
  )
  select model_id as "modelId", avg(charged_nano)::bigint as "costNano" from latest
    where model_id = (select model_id from latest limit 1) group by model_id`;
