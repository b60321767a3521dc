import type { Model } from '../models/model';
import type { ModelType } from '../models/values';
import type { Provider } from '../providers/spec';

/** What a provider must be able to do for models of a type; other types are not checked here. */
const ABILITIES: Partial<Record<ModelType, readonly (keyof Provider)[]>> = {
  embedding: ['embedTexts'],
  image: ['drawImage'],
  inpaint: ['editImage', 'removeBackground'],
  upscale: ['upscaleImage'],
};

/** The trait of the model that removes backgrounds, which not all that edit can do. */
const REMOVES_BACKGROUNDS = 'background_removal';

/** What the service file's models become, and messages for the operator. */
type Servable = { models: Model[]; notes: string[] };

/**
 * The models of the service file without upstreams that cannot do what they are listed for. A model without any other
 * upstream is left out, so that nobody is offered what will always fail.
 */
export function servableModels(models: readonly Model[], providers: readonly Provider[]): Servable {
  const byId = new Map(providers.map((provider) => [provider.id, provider]));
  const notes: string[] = [];
  const servable = models.flatMap((model) => {
    const needed = ABILITIES[model.type];
    if (needed === undefined) return [model];
    const has = (provider: string, ability: keyof Provider) => byId.get(provider)?.[ability] !== undefined;
    const mustRemove = model.type === 'inpaint' && model.traits.includes(REMOVES_BACKGROUNDS);
    const isAble = ({ provider }: Model['upstreams'][number]) =>
      needed.some((ability) => has(provider, ability)) && (!mustRemove || has(provider, 'removeBackground'));
    const able = model.upstreams.filter(isAble);
    const others = model.upstreams.filter((upstream) => !isAble(upstream)).map(({ provider }) => provider);
    if (others.length > 0) notes.push(noteOf(model, others, able.length === 0));
    return able.length > 0 ? [{ ...model, upstreams: able }] : [];
  });
  return { models: servable, notes };
}

function noteOf({ id, type, traits }: Model, providers: string[], isLeftOut: boolean): string {
  const what = isLeftOut ? `the model ${id} is left out` : `the model ${id} is not served by every provider`;
  const trait =
    type === 'inpaint' && traits.includes(REMOVES_BACKGROUNDS) ? ` with the trait ${REMOVES_BACKGROUNDS}` : '';
  return `${what}: ${providers.join(', ')} cannot serve models of type ${type}${trait}`;
}
