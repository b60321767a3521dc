import { boundedCache } from '../../accounts/bounded-cache';
import type { RunContext } from '../../accounts/caller';
import { describeKeys } from '../../accounts/keys/describe-keys';
import { usdNumber } from '../../core/money';
import { MINUTE_MS } from '../../core/time';
import { catalog } from '../../models/catalog';
import { clock } from '../../platform/clock';
import { processState } from '../../platform/process-state';
import type { UsageAnalytics, UsageAnalyticsQuery } from '../contract';
import { serialize } from './serialize';
import { distinctNames } from './names';
import { type DayRange, daysOf, rangeOf } from './range';
import { sumUsage, type UsageSum } from '../../ledger/read/history/sum-usage';
import { collectSubjects, kindsOf, mainUnits, type Subject } from './subjects';

/** How long a response is cached (docs/api-rules.md, "Usage analytics"). */
const CACHED_MS = 10 * MINUTE_MS;
const MAX_CACHED = 500;
/** How long a response may take, including the wait for its turn. */
const DEADLINE_MS = MINUTE_MS;
const TOP = 8;

/** The response's labels of model types (docs/api-rules.md, "Usage analytics"); the others have no label. */
const MODEL_TYPES = new Map<string, UsageAnalytics['byModel'][number]['modelType']>([
  ['text', 'LLM'],
  ['image', 'IMAGE'],
  ['upscale', 'IMAGE'],
  ['inpaint', 'IMAGE'],
  ['tts', 'TTS'],
  ['asr', 'ASR'],
  ['video', 'VIDEO'],
]);

/**
 * The account's usage in a range of UTC days: by day, by model, and by key (docs/api-rules.md, "Usage analytics"). A
 * response is cached for ten minutes per account and range, also while it is being computed. An account's responses are
 * computed one after another, so that a long history takes no more than its share.
 * @throws ApiError REQUEST_TIMEOUT after a minute
 */
export async function analyzeUsage(
  query: UsageAnalyticsQuery,
  { caller }: Pick<RunContext, 'caller'>,
): Promise<UsageAnalytics> {
  const now = clock.now();
  const range = rangeOf(query, now);
  const cache = processState('billing.analytics', () => boundedCache<Promise<UsageAnalytics>>(MAX_CACHED));
  const name = `${caller.account.id} ${range.label} ${range.startMs}`;
  const known = cache.get(name);
  if (known) return known;
  const pending = serialize(caller.account.id, () => analyze(caller.account.id, range, now + DEADLINE_MS));
  cache.set(name, pending, CACHED_MS);
  // A failure must not be cached: the next caller tries again.
  pending.catch(() => cache.delete(name));
  return pending;
}

async function analyze(accountId: string, range: DayRange, untilMs: number): Promise<UsageAnalytics> {
  const sums = await sumUsage(accountId, { ...range, untilMs });
  const models = collectSubjects(sums, ({ modelId }) => modelId);
  const keys = collectSubjects(sums, ({ keyId }) => keyId);
  const modelNames = nameModels(models);
  const keyNames = await nameKeys(accountId, keys);
  return {
    lookback: range.label,
    byDate: sumByDate(range, sums),
    byModel: models.map((model, index) => toModel(model, modelNames[index] ?? '')),
    byKey: keys.map((key, index) => ({
      apiKeyId: key.id,
      description: keyNames[index] ?? '',
      totalUsd: usdNumber(key.usdNano),
      totalDiem: usdNumber(key.diemNano),
      totalUnits: mainUnits(key).units,
    })),
    byModelDaily: toSeries(range, models, modelNames),
    byKeyDaily: toSeries(range, keys, keyNames),
    topModels: modelNames.slice(0, TOP),
    topKeyNames: keyNames.slice(0, TOP),
  };
}

function sumByDate(range: DayRange, sums: UsageSum[]): UsageAnalytics['byDate'] {
  const totals = new Map<string, bigint>();
  for (const { currency, date, chargedNano } of sums) {
    const name = `${currency} ${date}`;
    totals.set(name, (totals.get(name) ?? 0n) + chargedNano);
  }
  const totalOf = (currency: string, date: string) => usdNumber(totals.get(`${currency} ${date}`) ?? 0n);
  return daysOf(range).map(({ date }) => ({ date, USD: totalOf('USD', date), DIEM: totalOf('DIEM', date) }));
}

function toModel(model: Subject, modelName: string): UsageAnalytics['byModel'][number] {
  const { unitType, units } = mainUnits(model);
  return {
    modelName,
    unitType,
    modelType: MODEL_TYPES.get(model.modelType) ?? null,
    totalUsd: usdNumber(model.usdNano),
    totalDiem: usdNumber(model.diemNano),
    totalUnits: units,
    breakdown: kindsOf(model).map((use) => ({
      type: use.kind,
      usd: usdNumber(use.usdNano),
      diem: usdNumber(use.diemNano),
      units: use.units,
    })),
  };
}

/** A row for every day; the top series are in every row, the others only if they spent something. */
function toSeries(range: DayRange, subjects: Subject[], names: string[]): UsageAnalytics['byModelDaily'] {
  return daysOf(range).map(({ startMs, date }) => {
    const members: [string, number][] = [['date', startMs]];
    for (const [index, { daily }] of subjects.entries()) {
      const spent = daily.get(date) ?? 0n;
      if (index < TOP || spent > 0n) members.push([names[index] ?? '', usdNumber(spent)]);
    }
    // fromEntries: a key may be called "__proto__".
    return Object.fromEntries(members) as { date: number };
  });
}

function nameModels(models: Subject[]): string[] {
  const known = catalog().models;
  return distinctNames(models.map(({ id }) => ({ name: known.get(id ?? '')?.name ?? id ?? '', hint: id ?? '' })));
}

async function nameKeys(accountId: string, keys: Subject[]): Promise<string[]> {
  const ids = keys.flatMap(({ id }) => (id === null ? [] : [id]));
  const described = new Map((await describeKeys(accountId, ids)).map((key) => [key.id, key]));
  return distinctNames(
    keys.map(({ id }) => {
      if (id === null) return { name: 'Web app', hint: 'browser' };
      const { description = '', lastSix = id } = described.get(id) ?? {};
      return { name: description.trim() === '' ? 'Unnamed key' : description, hint: lastSix };
    }),
  );
}
