import type { Model, ModelOf } from '../model';

/**
 * The models with the ability `web_search` for all text models, or for none: this service searches for them, whatever
 * their upstreams can do. Image models keep it if the operator gave it to them, because not every model can use more
 * text than a description.
 * @param isAvailable whether it can search
 */
export function withWebSearch(models: readonly Model[], isAvailable: boolean): Model[] {
  return models.map((model) => {
    if (model.type === 'image') return isAvailable ? model : withoutSearch(model);
    if (model.type !== 'text' || model.abilities.includes('web_search') === isAvailable) return model;
    const others = model.abilities.filter((ability) => ability !== 'web_search');
    return { ...model, abilities: isAvailable ? [...others, 'web_search'] : others };
  });
}

function withoutSearch(model: ModelOf<'image'>): Model {
  return { ...model, abilities: model.abilities.filter((ability) => ability !== 'web_search') };
}
