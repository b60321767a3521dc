import type { Model, Names } from '../model';
import type { ModelType } from '../values';

/**
 * Names that clients send by default, with the type of model that they expect (docs/api-rules.md, "Wire tolerances"):
 * they map to the default model of that type unless something else maps them.
 */
export const COMPATIBLE_NAMES: ReadonlyMap<string, ModelType> = new Map([
  ['gpt-4o', 'text'],
  ['gpt-4o-mini', 'text'],
  ['gpt-3.5-turbo', 'text'],
  ['text-embedding-ada-002', 'embedding'],
  ['text-embedding-3-small', 'embedding'],
  ['text-embedding-3-large', 'embedding'],
  ['dall-e-3', 'image'],
  ['gpt-image-1', 'image'],
  ['tts-1', 'tts'],
  ['tts-1-hd', 'tts'],
  ['whisper-1', 'asr'],
]);

/** The sources of aliases. */
type Sources = {
  models: ReadonlyMap<string, Model>;
  traits: ReadonlyMap<ModelType, Names>;
  /** Those of the service file and of connected models. */
  operatorAliases: Names;
  /** Upstreams' own names of automatic models. */
  upstreamNames: Names;
};

/**
 * Aliases (docs/api-rules.md, "Traits and aliases"): the operator's first, then upstreams' own names, then those that
 * clients send by default, if a model of their type is served.
 * @param notes gets a line for each of the operator's aliases without a target
 */
export function assembleAliases(sources: Sources, notes: string[]): Map<string, string> {
  const { models, traits, operatorAliases, upstreamNames } = sources;
  const aliases = new Map<string, string>();
  for (const [alias, target] of operatorAliases) {
    const id = models.has(target) ? target : upstreamNames.get(target);
    if (id === undefined) notes.push(`the alias ${alias} is left out: no model "${target}" is served`);
    else aliases.set(alias, id);
  }
  for (const [name, id] of upstreamNames) if (!models.has(name) && !aliases.has(name)) aliases.set(name, id);
  for (const [name, type] of COMPATIBLE_NAMES) {
    const usual = traits.get(type)?.get('default');
    if (usual !== undefined && !models.has(name) && !aliases.has(name)) aliases.set(name, usual);
  }
  return aliases;
}
