import type { RunContext } from '../../accounts/caller';
import { DAY_MS } from '../../core/time';
import { listOwnModelFailures } from '../../failures/list-model-failures';
import { listOwnSamples, type RequestSample } from '../../ledger/read/models/list-samples';
import { clock } from '../../platform/clock';
import { TOKEN_KINDS } from '../requests/token-kinds';
import type { UsedModel, UsedModels } from './contract';
import { figuresOf, type Sample, type Thresholds } from './figures';

const USED_WITHIN_MS = 30 * DAY_MS;
/** The greatest number of requests, and of failures, that are read. */
const MAX_READ = 1_000;
const THRESHOLDS: Thresholds = { requests: 3, accounts: 1, perAccount: MAX_READ };

/**
 * The models that the caller's account has used in the last 30 days, and how they did in its own requests of the last 24
 * hours. Reads at most the last 1,000 requests, and as many failures.
 * @throws ApiError NOT_READY if the database is unavailable
 */
export async function listUsedModels({ caller }: Pick<RunContext, 'caller'>): Promise<UsedModels> {
  const accountId = caller.account.id;
  const nowMs = clock.now();
  const range = { fromMs: nowMs - USED_WITHIN_MS, limit: MAX_READ, outputKinds: TOKEN_KINDS.output };
  const requests = await listOwnSamples(accountId, range);
  const failures = await listOwnModelFailures(accountId, nowMs - DAY_MS, MAX_READ);
  // As far back as both go: otherwise a model would seem to fail more or less often than it does.
  const sinceMs = Math.max(nowMs - DAY_MS, oldestOf(requests), oldestOf(failures));
  const byModel = new Map<string, RequestSample[]>();
  for (const request of requests) {
    const ofModel = byModel.get(request.modelId);
    if (ofModel) ofModel.push(request);
    else byModel.set(request.modelId, [request]);
  }
  const models = [...byModel].map(([modelId, ofModel]): UsedModel => {
    const ofDay = ofModel.filter(({ atMs, answered }) => answered && atMs >= sinceMs);
    const samples: Sample[] = [
      ...ofDay.map(({ answered, ...measured }) => ({ accountId, answered, measured })),
      ...failures
        .filter((failure) => failure.modelId === modelId && failure.atMs >= sinceMs)
        .map(() => ({ accountId, answered: false, measured: null })),
    ];
    return {
      modelId,
      requests: ofModel.length,
      lastUsedAt: new Date(ofModel[0]?.atMs ?? nowMs).toISOString(),
      figures: figuresOf(samples, THRESHOLDS),
    };
  });
  return { models };
}

/** The time of the last of the rows, newest first, if there may be older ones; else 0. */
function oldestOf(rows: readonly { atMs: number }[]): number {
  return rows.length < MAX_READ ? 0 : (rows.at(-1)?.atMs ?? 0);
}
