import type { WireModel } from '@/lib/models/contract';
import { abilitiesOf, has, type AbilityKey } from '../details/abilities';
import type { MeasuredByModel } from '../details/figures';
import { contextOf, typeLabel, type ModelType } from '../details/types';
import { sortModels, type ModelSort } from './sorts';

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
  /** Only models that the visitor has used. */
  used: boolean;
  sort: ModelSort;
  /** Against the natural direction of the order. */
  reversed: boolean;
};

/** How many filters hide models, not counting search, type, and sort order. */
export function countFilters({ can, privacy, context, lasting, used }: ModelView): number {
  return can.length + Number(privacy !== null) + Number(context > 0) + Number(lasting) + Number(used);
}

/** The models of a view, sorted; ties keep their order, newest first. */
export function arrangeModels(models: readonly WireModel[], view: ModelView, measured: MeasuredByModel): WireModel[] {
  const ofType = filterModels(models, view, measured).filter(({ type }) => view.type === null || type === view.type);
  return sortModels(ofType, view, measured);
}

/** The filtered models of any type, in their original order. */
export function filterModels(models: readonly WireModel[], view: ModelView, measured: MeasuredByModel): WireModel[] {
  const terms = view.q.toLowerCase().split(/\s+/).filter(Boolean);
  return models.filter((model) => {
    const { privacy, deprecation } = model.model_spec;
    return (
      view.can.every((key) => has(model, key)) &&
      (view.privacy === null || privacy === view.privacy) &&
      (view.context === 0 || (contextOf(model) ?? 0) >= view.context) &&
      (!view.lasting || deprecation === undefined) &&
      (!view.used || Boolean(measured.get(model.id)?.used)) &&
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
