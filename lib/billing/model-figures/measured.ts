import { setImmediate as nextTurn } from 'node:timers/promises';
import { MINUTE_MS } from '../../core/time';
import { listedModelIds } from '../../models/list';
import { clock } from '../../platform/clock';
import { processState } from '../../platform/process-state';
import type { MeasuredModels, ModelFigures } from './contract';
import { readDaySamples, type ReadQuarters } from './day-samples';
import { figuresOf, hasFigure, type Thresholds } from './figures';

/** Documented in the contract: what keeps one account from deciding a figure, or being recognized in it. */
const THRESHOLDS: Thresholds = { requests: 20, accounts: 5, perAccount: 10 };
/** How long figures are used before newer requests are read. */
const FRESH_MS = MINUTE_MS;

type Figures = ReadonlyMap<string, ModelFigures>;
type State = {
  quarters: ReadQuarters;
  last: { atMs: number; figures: Figures } | null;
  reading: Promise<Figures> | null;
};

const state = () =>
  processState<State>('billing.model-figures', () => ({ quarters: new Map(), last: null, reading: null }));

/**
 * What was measured in the last 24 hours over all accounts, by model, for anybody; at most a minute old. All callers
 * share the figures, and while they are made, those who wait.
 * @throws ApiError NOT_READY if the database is unavailable
 */
export async function readMeasuredModels(): Promise<MeasuredModels> {
  const figures = await recentFigures();
  const models = listedModelIds({ kind: 'anonymous' }).flatMap((modelId) => {
    const ofModel = figures.get(modelId);
    return ofModel ? [{ modelId, ...ofModel }] : [];
  });
  return { models };
}

async function recentFigures(): Promise<Figures> {
  const current = state();
  if (current.reading) return current.reading;
  if (current.last && Math.abs(clock.now() - current.last.atMs) < FRESH_MS) return current.last.figures;
  current.reading = makeFigures(current).finally(() => {
    current.reading = null;
  });
  return current.reading;
}

async function makeFigures(current: State): Promise<Figures> {
  const atMs = clock.now();
  const figures = new Map<string, ModelFigures>();
  for (const [modelId, samples] of await readDaySamples(current.quarters, atMs)) {
    const ofModel = figuresOf(samples, THRESHOLDS);
    if (hasFigure(ofModel)) figures.set(modelId, ofModel);
    // Some milliseconds for thousands of samples: others must get their turn.
    await nextTurn();
  }
  current.last = { atMs, figures };
  return figures;
}
