import { DAY_MS } from '../../../core/time';
import { clock } from '../../../platform/clock';
import { database } from '../../../platform/db';
import { log } from '../../../platform/log';
import { addSource, type OperatorSource } from './add-source';

/** How old a source may be before it is read again. */
const MAX_AGE_MS = DAY_MS;

/** Takes the oldest source for itself: of several processes, one reads it. */
const TAKE = `with oldest as (
    select id, read_at from web_source where read_at < $2 and kind <> 'documentation' and owner_id is null
    order by read_at limit 1 for update skip locked)
  update web_source s set read_at = $1 from oldest where s.id = oldest.id
  returning s.id, s.target, s.base_url as "baseUrl", s.max_pages as "maxPages", oldest.read_at as "readAt"`;
/** Unless it was taken or added again in the meantime. */
const GIVE_BACK = 'update web_source set read_at = $3 where id = $1 and read_at = $2';

type Taken = OperatorSource & { id: string; readAt: Date };

/**
 * Reads the operator's sites and folders again that were last read more than a day ago, one after another. One that is
 * removed meanwhile stays so; one whose reading was aborted is read again by the next run.
 */
export async function rereadSources(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const now = clock.now();
    const params = [new Date(now), new Date(now - MAX_AGE_MS)];
    const [taken] = await database().query<Taken>(TAKE, params);
    if (taken === undefined) return;
    const { readAt, ...source } = taken;
    try {
      const { failed, ...report } = await addSource(source, signal);
      log.info({ ...report, failed: failed.length }, 'a source of the search index was read again');
    } catch (thrown) {
      if (signal.aborted) await database().query(GIVE_BACK, [source.id, params[0], readAt]);
      throw thrown;
    }
  }
}
