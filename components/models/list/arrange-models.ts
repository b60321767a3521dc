import type { WireModel } from '@/lib/models/contract';
import { nameOf } from '@/lib/client/models';
import { abilitiesOf, has, type AbilityKey } from '../details/abilities';
import { comparedPrice } from '../details/prices';
import { contextOf, TYPES, typeLabel, type ModelType } from '../details/types';

/** What the list can be sorted by. */
export const MODEL_SORTS = ['newest', 'price', 'context', 'name'] as const;
/** One of them. */
export type ModelSort = (typeof MODEL_SORTS)[number];

/** Which models are looked at, and in which order. */
export type ModelView = {
  q: string;
  /** Null is all. */
  type: ModelType | null;
  /** All of them. */
  can: AbilityKey[];
  privacy: 'private' | 'anonymized' | null;
  /** Tokens of context at least. */
  context: number;
  /** Without those whose removal is announced. */
  lasting: boolean;
  sort: ModelSort;
};

/** How many choices beside search, type and order leave models out. */
export function countFilters({ can, privacy, context, lasting }: ModelView): number {
  return can.length + Number(privacy !== null) + Number(context > 0) + Number(lasting);
}

/** The models of a view in its order; equals stay as they come, the newest first. */
export function arrangeModels(models: readonly WireModel[], view: ModelView): WireModel[] {
  return filterModels(models, view)
    .filter(({ type }) => view.type === null || type === view.type)
    .sort((a, b) => compare(a, b, view.sort));
}

/** The models of a view of any type, in the order that they came. */
export function filterModels(models: readonly WireModel[], view: ModelView): WireModel[] {
  const words = view.q.toLowerCase().split(/\s+/).filter(Boolean);
  return models.filter((model) => {
    const { privacy, deprecation } = model.model_spec;
    return (
      view.can.every((key) => has(model, key)) &&
      (view.privacy === null || privacy === view.privacy) &&
      (view.context === 0 || (contextOf(model) ?? 0) >= view.context) &&
      (!view.lasting || deprecation === undefined) &&
      (words.length === 0 || holds(model, words))
    );
  });
}

/** Whether all words occur in a model's id, name, description, type, traits or abilities. */
function holds(model: WireModel, words: string[]): boolean {
  const { name, description, traits } = model.model_spec;
  const abilities = abilitiesOf(model).map(({ label }) => label);
  const text = [model.id, name, description, typeLabel(model.type), ...traits, ...abilities].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}

function compare(a: WireModel, b: WireModel, sort: ModelSort): number {
  switch (sort) {
    case 'newest':
      // As the service lists them.
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

/** Two without a price are equal, where a difference of infinities is no number. */
const order = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);
