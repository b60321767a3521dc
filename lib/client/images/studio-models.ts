import type { ModelList, WireModel } from '../../models/contract';
import { apiFetch } from '../api';

/** A model that draws images. */
export type DrawModel = Extract<WireModel, { type: 'image' }>;
/** A model that edits images. */
export type EditModel = Extract<WireModel, { type: 'inpaint' }>;
/** A model that enlarges images. */
export type UpscaleModel = Extract<WireModel, { type: 'upscale' }>;

/** The served models of the studio, the default one of each type first. */
export type StudioModels = { draw: DrawModel[]; edit: EditModel[]; upscale: UpscaleModel[] };

/** The models of the studio. Throws `ApiFailure`. */
export async function listStudioModels(signal?: AbortSignal): Promise<StudioModels> {
  const { data } = await apiFetch<ModelList>('/api/v1/models?type=all', signal ? { signal } : {});
  const models = data.filter(({ model_spec: { offline } }) => !offline);
  const byDefault = <M extends WireModel>(found: M[]): M[] =>
    found.sort((a, b) => Number(isDefault(b)) - Number(isDefault(a)));
  return {
    draw: byDefault(models.filter((model) => model.type === 'image')),
    edit: byDefault(models.filter((model) => model.type === 'inpaint')),
    upscale: byDefault(models.filter((model) => model.type === 'upscale')),
  };
}

const isDefault = ({ model_spec }: WireModel): boolean =>
  'traits' in model_spec && (model_spec.traits as readonly string[]).includes('default');

/**
 * The model that settings lead to.
 * @returns the default one if they name none; null if the named one is not served, or none is
 */
export function modelOfSettings(models: readonly DrawModel[], id: string | null): DrawModel | null {
  if (id === null) return models[0] ?? null;
  return models.find((model) => model.id === id) ?? null;
}
