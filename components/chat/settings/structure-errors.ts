import type { ChatSettings } from '@/lib/client/chat/types';
import { wrongInSchema, wrongInTool } from '@/lib/client/chat/request/wire-settings';
import type { TextWireModel } from '@/lib/models/contract';
import { nameOf } from '@/lib/client/models';
import { supportedBy } from '../composer/model-labels';

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
export function unsupportedByModel(
  settings: ChatSettings,
  model: TextWireModel | null,
  models: readonly TextWireModel[],
): string | null {
  const schema = settings.schema ? schemaWarning(model, models) : null;
  return schema ?? (settings.tools?.length ? toolsWarning(model, models) : null);
}

/** Why a schema cannot be sent to this model. */
export function schemaWarning(model: TextWireModel | null, models: readonly TextWireModel[]): string | null {
  if (model === null || model.model_spec.capabilities.supportsResponseSchema) return null;
  return `${nameOf(model)} does not support structured output. ${supportedBy(models, (can) => can.supportsResponseSchema)}`;
}

/** Why tools cannot be sent to this model. */
export function toolsWarning(model: TextWireModel | null, models: readonly TextWireModel[]): string | null {
  if (model === null || model.model_spec.capabilities.supportsFunctionCalling) return null;
  return `${nameOf(model)} does not support tools. ${supportedBy(models, (can) => can.supportsFunctionCalling)}`;
}
