import type { EngineView } from '../admin/contract';
import type { MeasuredModels, UsedModels } from '../billing/contract';
import type { ModelList, TextWireModel, WireModel } from '../models/contract';
import { apiFetch } from './api';

/** The served text models, the default one first. Throws `ApiFailure`. */
export async function listModels(signal?: AbortSignal): Promise<TextWireModel[]> {
  const { data } = await apiFetch<ModelList>('/api/v1/models', signal ? { signal } : {});
  const models = data.filter((model) => model.type === 'text');
  return models.sort((a, b) => Number(isDefault(b)) - Number(isDefault(a)));
}

/** The models of every type, newest first. Throws `ApiFailure`. */
export async function listAllModels(signal?: AbortSignal): Promise<WireModel[]> {
  return (await apiFetch<ModelList>('/api/v1/models?type=all', signal ? { signal } : {})).data;
}

/** One model by its ID or an alias. Throws `ApiFailure`: 404 if there is none, 410 if it was removed. */
export async function readModel(name: string, signal?: AbortSignal): Promise<WireModel> {
  const path = name.split('/').map(encodeURIComponent).join('/');
  return apiFetch<WireModel>(`/api/v1/models/${path}`, signal ? { signal } : {});
}

/** What was measured in everybody's requests of the last 24 hours. Throws `ApiFailure`. */
export function readMeasuredModels(signal?: AbortSignal): Promise<MeasuredModels> {
  return apiFetch<MeasuredModels>('/api/console/models/figures', signal ? { signal } : {});
}

/** The models that the visitor's account has used. Throws `ApiFailure`: 401 without a session. */
export function listUsedModels(signal?: AbortSignal): Promise<UsedModels> {
  return apiFetch<UsedModels>('/api/console/models/used', signal ? { signal } : {});
}

/** A model's name; its ID if it has none. */
export const nameOf = ({ id, model_spec: { name } }: WireModel): string => (name === '' ? id : name);

/** The same by model ID, for models that may no longer be served. */
export function nameById(models: readonly WireModel[], id: string): string {
  const model = models.find((one) => one.id === id);
  return model ? nameOf(model) : id;
}

/** Whether a model has the trait `default`. */
function isDefault(model: TextWireModel): boolean {
  return model.model_spec.traits.includes('default');
}

/** The state of the embedded models; null if the server does not report it. */
export async function readEngineState(signal?: AbortSignal): Promise<EngineView | null> {
  try {
    return await apiFetch<EngineView>('/api/console/engine', signal ? { signal } : {});
  } catch {
    return null;
  }
}
