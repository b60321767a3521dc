import type { WireModel } from '@/lib/models/contract';
import { nameOf } from '@/lib/client/models';
import { abilitiesOf, has, type AbilityKey } from '../details/abilities';
import { comparedPrice } from '../details/prices';
import { contextOf, TYPES, typeLabel, type ModelType } from '../details/types';

/** The sort orders of the list. */
export const MODEL_SORTS = ['newest', 'price', 'context', 'name'] as const;
/** One of the sort orders. */
export type ModelSort = (typeof MODEL_SORTS)[number];

/** The list's filters and sort order. */
export type ModelView = {
  q: string;
  /** Null for all. */
  type: ModelType | null;
  /** All of these are required. */
  can: AbilityKey[];
  privacy: 'private' | 'anonymized' | null;
  /** The minimum context in tokens. */
  context: number;
  /** Hides models whose removal is announced. */
  lasting: boolean;
  sort: ModelSort;
};

/** How many filters hide models, not counting search, type, and sort order. */
export function countFilters({ can, privacy, context, lasting }: ModelView): number {
  return can.length + Number(privacy !== null) + Number(context > 0) + Number(lasting);
}

/** The models of a view, sorted; ties keep their order, newest first. */
export function arrangeModels(models: readonly WireModel[], view: ModelView): WireModel[] {
  return filterModels(models, view)
    .filter(({ type }) => view.type === null || type === view.type)
    .sort((a, b) => compare(a, b, view.sort));
}

/** The filtered models of any type, in their original order. */
export function filterModels(models: readonly WireModel[], view: ModelView): WireModel[] {
  const terms = view.q.toLowerCase().split(/\s+/).filter(Boolean);
  return models.filter((model) => {
    const { privacy, deprecation } = model.model_spec;
    return (
      view.can.every((key) => has(model, key)) &&
      (view.privacy === null || privacy === view.privacy) &&
      (view.context === 0 || (contextOf(model) ?? 0) >= view.context) &&
      (!view.lasting || deprecation === undefined) &&
      (terms.length === 0 || matches(model, terms))
    );
  });
}

/** Whether a model's ID, name, description, type, traits, or abilities contain all search terms. */
function matches(model: WireModel, terms: string[]): boolean {
  const { name, description, traits } = model.model_spec;
  const abilities = abilitiesOf(model).map(({ label }) => label);
  const text = [model.id, name, description, typeLabel(model.type), ...traits, ...abilities].join(' ').toLowerCase();
  return terms.every((term) => text.includes(term));
}

function compare(a: WireModel, b: WireModel, sort: ModelSort): number {
  switch (sort) {
    case 'newest':
      // In the server's order.
      return 0;
    case 'price':
      // Prices of different units cannot be compared.
      return TYPES.indexOf(a.type) - TYPES.indexOf(b.type) || order(comparedPrice(a), comparedPrice(b));
    case 'context':
      return (contextOf(b) ?? 0) - (contextOf(a) ?? 0);
    case 'name':
      return nameOf(a).localeCompare(nameOf(b), 'en', { numeric: true });
  }
}

/** Two without a price are equal, although the difference of infinities is not a number. */
const order = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);
