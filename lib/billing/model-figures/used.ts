import type { RunContext } from '../../accounts/caller';
import { DAY_MS } from '../../core/time';
import { listOwnModelFailures } from '../../failures/list-model-failures';
import { listOwnSamples, type RequestSample } from '../../ledger/read/models/list-samples';
import { clock } from '../../platform/clock';
import { TOKEN_KINDS } from '../requests/token-kinds';
import type { UsedModel, UsedModels } from './contract';
import { figuresOf, type Sample, type Thresholds } from './figures';

const USED_WITHIN_MS = 30 * DAY_MS;
const MAX_REQUESTS = 1_000;
const MAX_FAILURES = 200;
const THRESHOLDS: Thresholds = { requests: 3, accounts: 1, perAccount: MAX_REQUESTS };

/**
 * The models that the caller's account has used in the last 30 days, and how they did in its own requests of the last 24
 * hours. Reads at most the last 1,000 requests.
 * @throws ApiError NOT_READY if the database is unavailable
 */
export async function listUsedModels({ caller }: Pick<RunContext, 'caller'>): Promise<UsedModels> {
  const accountId = caller.account.id;
  const nowMs = clock.now();
  const range = { fromMs: nowMs - USED_WITHIN_MS, limit: MAX_REQUESTS, outputKinds: TOKEN_KINDS.output };
  const requests = await listOwnSamples(accountId, range);
  // As far back as the requests go: otherwise a model would seem to fail more often.
  const oldestMs = requests.length < MAX_REQUESTS ? 0 : (requests.at(-1)?.atMs ?? 0);
  const failures = await listOwnModelFailures(accountId, Math.max(nowMs - DAY_MS, oldestMs), MAX_FAILURES);
  const byModel = new Map<string, RequestSample[]>();
  for (const request of requests) {
    const ofModel = byModel.get(request.modelId);
    if (ofModel) ofModel.push(request);
    else byModel.set(request.modelId, [request]);
  }
  const models = [...byModel].map(([modelId, ofModel]): UsedModel => {
    const ofDay = ofModel.filter(({ atMs, answered }) => answered && atMs >= nowMs - DAY_MS);
    const samples: Sample[] = [
      ...ofDay.map(({ answered, ...measured }) => ({ accountId, answered, measured })),
      ...failures
        .filter((failure) => failure.modelId === modelId)
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
