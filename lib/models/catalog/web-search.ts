import type { Model } from '../model';

/**
 * The models with the ability `web_search` for all text models, or for none: this service searches for them, whatever
 * their upstreams can do.
 * @param isAvailable whether it can search
 */
export function withWebSearch(models: readonly Model[], isAvailable: boolean): Model[] {
  return models.map((model) => {
    if (model.type !== 'text' || model.abilities.includes('web_search') === isAvailable) return model;
    const others = model.abilities.filter((ability) => ability !== 'web_search');
    return { ...model, abilities: isAvailable ? [...others, 'web_search'] : others };
  });
}
