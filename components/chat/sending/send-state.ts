import type { Attachment, ChatMessage, ChatSettings } from '@/lib/client/chat/types';
import type { TextWireModel } from '@/lib/models/contract';
import { refuseAttachments } from '../attachments/refuse-attachments';
import { attentionMessage, findWrongSettings, textOfSettings, type SettingsText } from '../settings/settings-fields';
import { unsupportedByModel, wrongStructure } from '../settings/structure-errors';

/** What a request depends on besides its messages and model. */
export type SendContext = {
  settings: ChatSettings;
  /** The invalid values typed into the settings. */
  wrongTexts: Partial<SettingsText>;
  /** All served models; undefined if unknown. */
  models: readonly TextWireModel[] | undefined;
  /** The models are still loading. */
  pending: boolean;
  /** The slug of the character that answers, if there is one. */
  character?: string | null;
};

/** A chat's model and character, and whether they can answer: everything that sends checks this first. */
export type SendState = {
  /** The chat's model ID; null if there is none. */
  modelId: string | null;
  /** The same model as served; null if it is not. */
  model: TextWireModel | null;
  /** The slug of the character that answers; null without one. */
  character: string | null;
  /** A setting is invalid, or the model does not support it. */
  attention: boolean;
  /** Why nothing can be sent now; null if something can. */
  blocked: string | null;
  /**
   * Why this message cannot be sent; null if it can.
   * @param path the earlier messages, which are sent again
   * @param draft its attachments
   * @param modelId the model it goes to, if not the chat's
   */
  blockedReason: (
    path: readonly ChatMessage[],
    draft?: readonly Attachment[],
    modelId?: string | null,
  ) => string | null;
};

/** Why nothing can be sent while an answer is streaming. */
export const BUSY_MESSAGE = 'An answer is in progress. Stop it, or wait for it to finish.';

/** Derives the send state of a chat. Pure. */
export function createSendState(given: SendContext, modelId: string | null): SendState {
  const { models = [] } = given;
  const malformed = wrongStructure(given.settings);
  const find = (id: string | null) => models.find((model) => model.id === id) ?? null;
  const wrongFor = (model: TextWireModel | null) =>
    wrongField(given, model) ?? malformed ?? unsupportedByModel(given.settings, model, models);
  const blockedFor = (id: string | null) => noModelReason(given, id, id === modelId) ?? wrongFor(find(id));
  const model = find(modelId);
  const blocked = blockedFor(modelId);
  return {
    modelId,
    model,
    character: given.character ?? null,
    attention: wrongFor(model) !== null,
    blocked,
    blockedReason: (path, draft = [], id = modelId) =>
      (id === modelId ? blocked : blockedFor(id)) ?? refuseAttachments(draft, path, { model: find(id), models }),
  };
}

/** The first invalid setting, with what would be valid for this model. */
function wrongField({ settings, wrongTexts }: SendContext, model: TextWireModel | null): string | null {
  const maxTokens = model?.model_spec.maxCompletionTokens ?? null;
  const [wrong] = findWrongSettings({ ...textOfSettings(settings), ...wrongTexts }, maxTokens);
  return wrong ? attentionMessage(wrong) : null;
}

/**
 * @param isChosen whether it is the chat's model; otherwise it is the model of an answer to be continued, which no
 * other model can do
 */
function noModelReason({ models, pending }: SendContext, modelId: string | null, isChosen: boolean): string | null {
  if (!models) return pending ? 'The models are still loading.' : 'The models could not be loaded. Retry above.';
  if (models.length === 0) return 'No model is available yet.';
  if (models.some(({ id }) => id === modelId)) return null;
  if (isChosen && modelId === null) return 'No model is selected. Choose one.';
  return isChosen
    ? `${modelId} is no longer available. Choose another model.`
    : `${modelId ?? 'Its model'} is no longer available, so its answer cannot be continued. Regenerate it with another model.`;
}
