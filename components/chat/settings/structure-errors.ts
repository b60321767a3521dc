import type { ChatSettings } from '@/lib/client/chat/types';
import { wrongInSchema, wrongInTool } from '@/lib/client/chat/request/wire-settings';
import type { TextWireModel } from '@/lib/models/contract';
import { nameOf } from '@/lib/client/models';
import { whoDoes } from '../composer/model-labels';

/** Why the schema or a tool is invalid, as a sentence; null if they are valid. */
export function wrongStructure({ schema, tools = [] }: ChatSettings): string | null {
  const wrong = schema && wrongInSchema(schema);
  if (wrong) return `The schema in Settings ${wrong.error}.`;
  for (const [at, tool] of tools.entries()) {
    const wrongTool = wrongInTool(tool, tools);
    if (wrongTool) return `Tool ${at + 1} in Settings ${wrongTool.error}.`;
  }
  return null;
}

/** The settings that the chosen model does not support, and which models do; null if it supports all, or is unknown. */
export function beyondModel(
  settings: ChatSettings,
  model: TextWireModel | null,
  models: readonly TextWireModel[],
): string | null {
  const schema = settings.schema ? withoutSchema(model, models) : null;
  return schema ?? (settings.tools?.length ? withoutTools(model, models) : null);
}

/** Why a schema cannot be sent to this model. */
export function withoutSchema(model: TextWireModel | null, models: readonly TextWireModel[]): string | null {
  if (model === null || model.model_spec.capabilities.supportsResponseSchema) return null;
  return `${nameOf(model)} does not support structured output. ${whoDoes(models, (can) => can.supportsResponseSchema)}`;
}

/** Why tools cannot be sent to this model. */
export function withoutTools(model: TextWireModel | null, models: readonly TextWireModel[]): string | null {
  if (model === null || model.model_spec.capabilities.supportsFunctionCalling) return null;
  return `${nameOf(model)} does not support tools. ${whoDoes(models, (can) => can.supportsFunctionCalling)}`;
}
