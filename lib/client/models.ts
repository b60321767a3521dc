import type { ModelList, TextWireModel, WireModel } from '../models/contract';
import { apiFetch } from './api';

/** The text models that are served now, the default one first. Throws `ApiFailure`. */
export async function listModels(signal?: AbortSignal): Promise<TextWireModel[]> {
  const { data } = await apiFetch<ModelList>('/api/v1/models', signal ? { signal } : {});
  const models = data.filter((model) => model.type === 'text');
  return models.sort((a, b) => Number(isDefault(b)) - Number(isDefault(a)));
}

/** The models of every type, the newest first. Throws `ApiFailure`. */
export async function listAllModels(signal?: AbortSignal): Promise<WireModel[]> {
  return (await apiFetch<ModelList>('/api/v1/models?type=all', signal ? { signal } : {})).data;
}

/** One model by any name that is valid as `model`. Throws `ApiFailure`: 404 where none is called so, 410 where it is removed. */
export async function readModel(name: string, signal?: AbortSignal): Promise<WireModel> {
  const path = name.split('/').map(encodeURIComponent).join('/');
  return apiFetch<WireModel>(`/api/v1/models/${path}`, signal ? { signal } : {});
}

/** A model's name; its id where it has none. */
export const nameOf = ({ id, model_spec: { name } }: WireModel): string => (name === '' ? id : name);

/** The same by the id of a model, which may be served no more. */
export function nameById(models: readonly WireModel[], id: string): string {
  const model = models.find((one) => one.id === id);
  return model ? nameOf(model) : id;
}

/** Whether a model has the trait `default`. */
function isDefault(model: TextWireModel): boolean {
  return model.model_spec.traits.includes('default');
}

/** Why no model answers, in the server's words (`GET /api/console/engine`). */
export type EngineState = {
  /** One or two sentences for the reader. */
  message: string;
  /** The weights that are missing or on their way. */
  weights?: { model: string; file: string; sha256: string; folder: string; progress?: number | null }[];
};

/** The state of the embedded models; null where the server does not report it. */
export async function readEngineState(signal?: AbortSignal): Promise<EngineState | null> {
  try {
    return await apiFetch<EngineState>('/api/console/engine', signal ? { signal } : {});
  } catch {
    return null;
  }
}
