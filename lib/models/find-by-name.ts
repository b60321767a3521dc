import type { ActiveCatalog } from './deprecation';
import type { Model } from './model';
import { MODEL_TYPES, type ModelType } from './values';

/** No model name is longer; longer names are not looked up. */
export const MAX_NAME_CHARACTERS = 1_000;

/**
 * The model with exactly this id, trait, or alias, even a removed one. Traits are searched in the order of the types.
 */
export function findExactly(
  from: ActiveCatalog,
  name: string,
  types: readonly ModelType[] = MODEL_TYPES,
): Model | undefined {
  const known = from.models.get(name) ?? from.removed.get(name);
  if (known) return known;
  const id = types.map((type) => from.traits.get(type)?.get(name)).find((found) => found !== undefined);
  return from.models.get(id ?? from.aliases.get(name) ?? '');
}

/**
 * The model of a name with dots, underscores, and spaces as dashes (docs/api-rules.md, "Finding a model"), ids before
 * traits before aliases; then case-insensitively. Of several matches, the first of the first type.
 */
export function findLoosely(
  from: ActiveCatalog,
  name: string,
  types: readonly ModelType[] = MODEL_TYPES,
): Model | undefined {
  if (name === '' || name.length > MAX_NAME_CHARACTERS) return undefined;
  for (const form of [dashed, (text: string) => dashed(text).toLowerCase()]) {
    const found = candidates(from, name, form, types);
    for (const type of types) {
      const model = found.find((candidate) => candidate.type === type);
      if (model) return model;
    }
    // Of another type: the caller of this function reports that.
    if (found[0]) return found[0];
  }
  return undefined;
}

/** Every model that a normalized name may mean, the most likely first. */
function candidates(
  from: ActiveCatalog,
  name: string,
  form: (text: string) => string,
  types: readonly ModelType[],
): Model[] {
  const wanted = form(name);
  const named = [from.models, from.removed].flatMap((models) =>
    [...models].flatMap(([id, model]) => (form(id) === wanted ? [model] : [])),
  );
  const meant = [...types.map((type) => from.traits.get(type) ?? new Map<string, string>()), from.aliases].flatMap(
    (names) => [...names].flatMap(([foreign, id]) => (form(foreign) === wanted ? (from.models.get(id) ?? []) : [])),
  );
  return [...named, ...meant];
}

function dashed(text: string): string {
  return text.replace(/[._ ]/g, '-');
}
