import { listedModelIds } from '../../models/list';
import type { MeasuredModels } from './contract';
import { daySamples } from './day-samples';
import { figuresOf, hasFigure, type Thresholds } from './figures';

/** Documented in the contract: what keeps a figure from showing something about one account. */
const THRESHOLDS: Thresholds = { requests: 20, accounts: 5, perAccount: 50 };

/**
 * What was measured in the last 24 hours over all accounts, by model, for anybody.
 * @throws ApiError NOT_READY if the database is unavailable
 */
export async function readMeasuredModels(): Promise<MeasuredModels> {
  const samples = await daySamples();
  const models = listedModelIds({ kind: 'anonymous' }).map((modelId) => ({
    ...{ modelId },
    ...figuresOf(samples.get(modelId) ?? [], THRESHOLDS),
  }));
  return { models: models.filter(({ modelId: _, ...figures }) => hasFigure(figures)) };
}
