import { DAY_MS } from '../../../core/time';
import { clock } from '../../../platform/clock';
import { database } from '../../../platform/db';
import { log } from '../../../platform/log';
import { addSource, type OperatorSource } from './add-source';

/** How old a source may be before it is read again. */
const MAX_AGE_MS = DAY_MS;

/** Takes the oldest source for itself: of several processes, one reads it. */
const TAKE = `update web_source set read_at = $1 where id = (
    select id from web_source where read_at < $2 and kind <> 'documentation' and owner_id is null
    order by read_at limit 1 for update skip locked)
  returning target, base_url as "baseUrl", max_pages as "maxPages"`;

/** Reads the operator's sites and folders again that were last read more than a day ago, one after another. */
export async function rereadSources(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const now = clock.now();
    const params = [new Date(now), new Date(now - MAX_AGE_MS)];
    const [source] = await database().query<OperatorSource>(TAKE, params);
    if (source === undefined) return;
    const { failed, ...report } = await addSource(source, signal);
    log.info({ ...report, failed: failed.length }, 'a source of the search index was read again');
  }
}
