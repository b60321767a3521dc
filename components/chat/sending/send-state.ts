import type { Attachment, ChatMessage, ChatSettings } from '@/lib/client/chat/types';
import type { TextWireModel } from '@/lib/models/contract';
import { refuseAttachments } from '../attachments/refuse-attachments';
import { attentionMessage, findWrongSettings, textOfSettings, type SettingsText } from '../settings/settings-fields';
import { beyondModel, wrongStructure } from '../settings/structure-errors';

/** What a request would be made of, beside its messages and its model. */
export type SendContext = {
  settings: ChatSettings;
  /** What was typed into the fields of the settings and does not hold. */
  wrongTexts: Partial<SettingsText>;
  /** All that are served; undefined where they are not known. */
  models: readonly TextWireModel[] | undefined;
  /** They are being listed. */
  pending: boolean;
};

/** Which model a chat asks, and whether it can: every way to send something checks this first. */
export type SendState = {
  /** The model as the chat names it; null while none is known. */
  modelId: string | null;
  /** The same as it is served; null where it is not. */
  model: TextWireModel | null;
  /** A setting does not hold, or the model cannot follow it. */
  attention: boolean;
  /** Why nothing can be sent now; null where something can. */
  blocked: string | null;
  /**
   * Why this message cannot be sent; null where it can.
   * @param path the messages before it, which are sent again with it
   * @param draft its attachments
   * @param modelId the model that it goes to, where that is not the chat's
   */
  blockedReason: (
    path: readonly ChatMessage[],
    draft?: readonly Attachment[],
    modelId?: string | null,
  ) => string | null;
};

/** Why nothing can be sent while an answer is being written. */
export const BUSY_MESSAGE = 'An answer is in progress. Stop it, or wait for it to finish.';

/** Derives the send state of a chat. Pure. */
export function createSendState(given: SendContext, modelId: string | null): SendState {
  const { models = [] } = given;
  const malformed = wrongStructure(given.settings);
  const find = (id: string | null) => models.find((model) => model.id === id) ?? null;
  const wrongFor = (model: TextWireModel | null) =>
    wrongField(given, model) ?? malformed ?? beyondModel(given.settings, model, models);
  const blockedFor = (id: string | null) => noModelReason(given, id, id === modelId) ?? wrongFor(find(id));
  const model = find(modelId);
  const blocked = blockedFor(modelId);
  return {
    modelId,
    model,
    attention: wrongFor(model) !== null,
    blocked,
    blockedReason: (path, draft = [], id = modelId) =>
      (id === modelId ? blocked : blockedFor(id)) ?? refuseAttachments(draft, path, { model: find(id), models }),
  };
}

/** The first field of the settings that does not hold, with what would be right for this model. */
function wrongField({ settings, wrongTexts }: SendContext, model: TextWireModel | null): string | null {
  const maxTokens = model?.model_spec.maxCompletionTokens ?? null;
  const [wrong] = findWrongSettings({ ...textOfSettings(settings), ...wrongTexts }, maxTokens);
  return wrong ? attentionMessage(wrong) : null;
}

/** @param isChosen it is the chat's; any other goes on with its own answer, for which another one would not do */
function noModelReason({ models, pending }: SendContext, modelId: string | null, isChosen: boolean): string | null {
  if (!models) return pending ? 'The models are still loading.' : 'The models could not be loaded. Retry above.';
  if (models.length === 0) return 'No model is available yet.';
  if (models.some(({ id }) => id === modelId)) return null;
  if (isChosen && modelId === null) return 'No model is selected. Choose one.';
  return isChosen
    ? `${modelId} is no longer available. Choose another model.`
    : `${modelId ?? 'Its model'} is no longer available, so its answer cannot be continued. Regenerate it with another model.`;
}
