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
 * upstream is left out, so that nobody is offered what will always fail; one whose upstreams edit, but cannot remove
 * backgrounds, only loses that trait.
 */
export function servableModels(models: readonly Model[], providers: readonly Provider[]): Servable {
  const byId = new Map(providers.map((provider) => [provider.id, provider]));
  const has: Has = (provider, ability) => byId.get(provider)?.[ability] !== undefined;
  const notes: string[] = [];
  const servable = models.flatMap((listed) => {
    const needed = ABILITIES[listed.type];
    if (needed === undefined) return [listed];
    const model = withPossibleTraits(listed, has, notes);
    const mustRemove = removesBackgrounds(model);
    const isAble = ({ provider }: Model['upstreams'][number]) =>
      needed.some((ability) => has(provider, ability)) && (!mustRemove || has(provider, 'removeBackground'));
    const able = model.upstreams.filter(isAble);
    const others = model.upstreams.filter((upstream) => !isAble(upstream)).map(({ provider }) => provider);
    if (others.length > 0) notes.push(noteOf(model, others, able.length === 0));
    return able.length > 0 ? [{ ...model, upstreams: able }] : [];
  });
  return { models: servable, notes };
}

/** Whether a provider has an ability. */
type Has = (provider: string, ability: keyof Provider) => boolean;

function removesBackgrounds({ type, traits }: Model): boolean {
  return type === 'inpaint' && traits.includes(REMOVES_BACKGROUNDS);
}

/** A model without the trait that removes backgrounds, if some of its upstreams can edit and none can do that. */
function withPossibleTraits(model: Model, has: Has, notes: string[]): Model {
  const canSome = (ability: keyof Provider) => model.upstreams.some(({ provider }) => has(provider, ability));
  if (!removesBackgrounds(model) || canSome('removeBackground') || !canSome('editImage')) return model;
  const providers = model.upstreams.map(({ provider }) => provider).join(', ');
  notes.push(`the model ${model.id} does not get the trait ${REMOVES_BACKGROUNDS}: ${providers} cannot do that`);
  return { ...model, traits: model.traits.filter((trait) => trait !== REMOVES_BACKGROUNDS) };
}

function noteOf(model: Model, providers: string[], isLeftOut: boolean): string {
  const { id, type } = model;
  const what = isLeftOut ? `the model ${id} is left out` : `the model ${id} is not served by every provider`;
  const trait = removesBackgrounds(model) ? ` with the trait ${REMOVES_BACKGROUNDS}` : '';
  return `${what}: ${providers.join(', ')} cannot serve models of type ${type}${trait}`;
}
