import type { Model, Names } from '../model';

/**
 * The models with only those replacements that are served and of the same type; others are left out, like aliases.
 * @param upstreamNames upstreams' own names of automatic models
 * @param notes gets a line for each replacement that is left out
 */
export function withReplacements(
  models: ReadonlyMap<string, Model>,
  upstreamNames: Names,
  notes: string[],
): Map<string, Model> {
  return new Map(
    [...models].map(([id, model]) => {
      const wanted = model.deprecation?.replacement;
      if (model.deprecation === undefined || wanted === undefined) return [id, model];
      const found = models.get(wanted) ?? models.get(upstreamNames.get(wanted) ?? '');
      const replacement = found?.type === model.type ? found.id : undefined;
      if (!found) notes.push(`the replacement of ${id} is left out: no model "${wanted}" is served`);
      else if (replacement === undefined) {
        notes.push(`the replacement of ${id} is left out: "${wanted}" is of type ${found.type}, not ${model.type}`);
      }
      const autoRemap = model.deprecation.autoRemap && replacement !== undefined;
      return [id, { ...model, deprecation: { ...model.deprecation, autoRemap, replacement } }];
    }),
  );
}
