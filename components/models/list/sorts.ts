import type { WireModel } from '@/lib/models/contract';
import { nameOf } from '@/lib/client/models';
import { UNMEASURED, type Measured, type MeasuredByModel } from '../details/figures';
import { comparedPrice, lowestPrice } from '../details/prices';
import { contextOf, TYPES } from '../details/types';

/** What the list can be sorted by, as named in the URL. */
export const MODEL_SORTS = [
  'newest',
  'price',
  'input',
  'output',
  'context',
  'first',
  'speed',
  'uptime',
  'used',
  'name',
] as const;
/** One of these. */
export type ModelSort = (typeof MODEL_SORTS)[number];

/** A direction, as in `aria-sort`. */
export type SortOrder = 'asc' | 'desc';

type Description = {
  /** The direction that people want at first. */
  natural: SortOrder;
  /** The names of both directions. */
  labels: { natural: string; reversed: string };
  /** A number, or null if the model has none: those are last in both directions. Absent for names and the newest. */
  figureOf?: (model: WireModel, measured: Measured) => number | null;
  /** Whether types are apart, because their units cannot be compared. */
  byType?: boolean;
};

/** How each order is called and compared. */
export const SORTS: Record<ModelSort, Description> = {
  newest: { natural: 'desc', labels: { natural: 'Newest first', reversed: 'Oldest first' } },
  price: {
    natural: 'asc',
    labels: { natural: 'Cheapest first', reversed: 'Most expensive first' },
    figureOf: (model) => finite(comparedPrice(model)),
    byType: true,
  },
  input: {
    natural: 'asc',
    labels: { natural: 'Cheapest input first', reversed: 'Most expensive input first' },
    figureOf: (model) => priceOf(model, 'input'),
    byType: true,
  },
  output: {
    natural: 'asc',
    labels: { natural: 'Cheapest output first', reversed: 'Most expensive output first' },
    figureOf: (model) => priceOf(model, 'output'),
    byType: true,
  },
  context: {
    natural: 'desc',
    labels: { natural: 'Largest context first', reversed: 'Smallest context first' },
    figureOf: contextOf,
  },
  first: {
    natural: 'asc',
    labels: { natural: 'Fastest first token first', reversed: 'Slowest first token first' },
    figureOf: (_model, { firstTokenMs }) => firstTokenMs?.value ?? null,
  },
  speed: {
    natural: 'desc',
    labels: { natural: 'Fastest output first', reversed: 'Slowest output first' },
    figureOf: (_model, { tokensPerSecond }) => tokensPerSecond?.value ?? null,
  },
  uptime: {
    natural: 'desc',
    labels: { natural: 'Highest uptime first', reversed: 'Lowest uptime first' },
    figureOf: (_model, { uptimePercent }) => uptimePercent?.value ?? null,
  },
  used: {
    natural: 'desc',
    labels: { natural: 'Used last by you first', reversed: 'Used longest ago first' },
    figureOf: (_model, { used }) => (used === null ? null : Date.parse(used.lastUsedAt)),
  },
  name: { natural: 'asc', labels: { natural: 'By name', reversed: 'By name, Z to A' } },
};

/** Sorted models; ties keep their order. @param models newest first */
export function sortModels(
  models: readonly WireModel[],
  { sort, reversed }: { sort: ModelSort; reversed: boolean },
  measured: MeasuredByModel,
): WireModel[] {
  if (sort === 'newest') return reversed ? models.toReversed() : [...models];
  const sign = reversed ? -1 : 1;
  if (sort === 'name') return models.toSorted((a, b) => sign * byName(a, b));
  const { natural, figureOf = () => null, byType } = SORTS[sort];
  const direction = (natural === 'asc' ? 1 : -1) * sign;
  const value = (model: WireModel) => figureOf(model, measured.get(model.id) ?? UNMEASURED);
  return models.toSorted(
    (a, b) => (byType ? TYPES.indexOf(a.type) - TYPES.indexOf(b.type) : 0) || compare(value(a), value(b), direction),
  );
}

function compare(a: number | null, b: number | null, direction: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return direction * (a - b);
}

const byName = (a: WireModel, b: WireModel) => nameOf(a).localeCompare(nameOf(b), 'en', { numeric: true });

const finite = (value: number) => (Number.isFinite(value) ? value : null);

function priceOf(model: WireModel, side: 'input' | 'output'): number | null {
  return model.type === 'text' ? model.model_spec.pricing[side].usd : (lowestPrice(model)?.usd ?? null);
}
