import type { ChatSettings } from '@/lib/client/chat/types';
import { wrongInSchema, wrongInTool } from '@/lib/client/chat/request/wire-settings';
import type { TextWireModel } from '@/lib/models/contract';
import { nameOf } from '@/lib/client/models';
import { whoDoes } from '../composer/model-labels';

/** What is wrong with the schema or a tool as it was typed, as a sentence; null where they hold. */
export function wrongStructure({ schema, tools = [] }: ChatSettings): string | null {
  const wrong = schema && wrongInSchema(schema);
  if (wrong) return `The schema in Settings ${wrong.error}.`;
  for (const [at, tool] of tools.entries()) {
    const wrongTool = wrongInTool(tool, tools);
    if (wrongTool) return `Tool ${at + 1} in Settings ${wrongTool.error}.`;
  }
  return null;
}

/** The settings that the chosen model cannot follow, and which models can; null where it can, or is not known. */
export function beyondModel(
  settings: ChatSettings,
  model: TextWireModel | null,
  models: readonly TextWireModel[],
): string | null {
  const schema = settings.schema ? withoutSchema(model, models) : null;
  return schema ?? (settings.tools?.length ? withoutTools(model, models) : null);
}

/** Why a schema does not go to this model. */
export function withoutSchema(model: TextWireModel | null, models: readonly TextWireModel[]): string | null {
  if (model === null || model.model_spec.capabilities.supportsResponseSchema) return null;
  return `${nameOf(model)} does not support structured output. ${whoDoes(models, (can) => can.supportsResponseSchema)}`;
}

/** Why tools do not go to this model. */
export function withoutTools(model: TextWireModel | null, models: readonly TextWireModel[]): string | null {
  if (model === null || model.model_spec.capabilities.supportsFunctionCalling) return null;
  return `${nameOf(model)} does not support tools. ${whoDoes(models, (can) => can.supportsFunctionCalling)}`;
}
