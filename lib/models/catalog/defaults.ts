import { EMBEDDED_PROVIDER, type Model } from '../model';
import { MODEL_TYPES, type ModelType } from '../values';

/**
 * The default among models of one type: the one with that trait; else, of those that are not set offline, the first
 * embedded one, else the first; undefined if there is none.
 */
export function chooseDefault(models: readonly Model[]): Model | undefined {
  const online = models.filter((model) => model.offline !== true);
  const candidates = online.length > 0 ? online : models;
  // A model that the operator merely added must not become the default: its upstream may be down.
  return (
    models.find((model) => model.traits.includes('default')) ??
    candidates.find((model) => model.upstreams.some(({ provider }) => provider === EMBEDDED_PROVIDER)) ??
    candidates[0]
  );
}

/** The models by id; exactly one of each type that has models gets the trait `default`. */
export function withDefaults(all: readonly Model[]): Map<string, Model> {
  const chosen = new Set(MODEL_TYPES.map((type) => chooseDefault(all.filter((model) => model.type === type))));
  return new Map(
    all.map((model) => {
      const others = model.traits.filter((trait) => trait !== 'default');
      return [model.id, { ...model, traits: chosen.has(model) ? ['default', ...others] : others }];
    }),
  );
}

/** Trait → model id, per type (docs/api-rules.md, "Traits and aliases"); a type without models is absent. */
export function traitsOf(models: Iterable<Model>): Map<ModelType, Map<string, string>> {
  const traits = new Map<ModelType, Map<string, string>>();
  for (const model of models) {
    const ofType = traits.get(model.type) ?? new Map<string, string>();
    traits.set(model.type, ofType);
    for (const trait of model.traits) ofType.set(trait, model.id);
  }
  return traits;
}
