import type { ModelList, TextWireModel } from '../models/contract';
import { apiFetch } from './api';

/** The text models that are served now, the default one first. Throws `ApiFailure`. */
export async function listModels(signal?: AbortSignal): Promise<TextWireModel[]> {
  const { data } = await apiFetch<ModelList>('/api/v1/models', signal ? { signal } : {});
  const models = data.filter((model) => model.type === 'text');
  return models.sort((a, b) => Number(isDefault(b)) - Number(isDefault(a)));
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

/** The state of the embedded models; null where the server does not tell. */
export async function readEngineState(signal?: AbortSignal): Promise<EngineState | null> {
  try {
    return await apiFetch<EngineState>('/api/console/engine', signal ? { signal } : {});
  } catch {
    return null;
  }
}
