'use client';

import { useMemo } from 'react';
import { attentionWords, findWrongSettings, textOfSettings } from './settings/settings-fields';
import { beyondModel, wrongStructure } from './settings/structure-words';
import { useWrongTexts } from './settings/use-wrong-texts';
import type { ChatView } from './use-chat';
import { useWantedModel } from './use-wanted-model';
import { useModels, usePreferredModel } from './use-models';

/** Whom the open chat asks, with what, and why it cannot ask now (`blocked`; counts once the models are listed). */
export function useAsking({ ready, chat, modelId: ownId, settings, actions }: ChatView) {
  const models = useModels();
  const [preferredId, prefer] = usePreferredModel(models.data);
  const [wrongTexts, keepWrong] = useWrongTexts(chat?.id ?? null);
  // A chat keeps its model also when that is served no more: the picker must not change it silently.
  const modelId = ownId ?? preferredId;
  const model = models.data?.find(({ id }) => id === modelId) ?? null;
  const maxTokens = model?.model_spec.maxCompletionTokens ?? null;
  const choose = (id: string) => {
    prefer(id);
    actions.configure({ modelId: id });
  };
  useWantedModel(ready ? models.data : undefined, choose);
  const wrong = findWrongSettings({ ...textOfSettings(settings), ...wrongTexts }, maxTokens)[0];
  const malformed = useMemo(() => wrongStructure(settings), [settings]);
  const beyond = useMemo(() => beyondModel(settings, model, models.data ?? []), [settings, model, models.data]);
  return {
    models,
    modelId,
    model,
    /** The longest answer of the model; null where unknown. */
    maxTokens,
    wrongTexts,
    keepWrong,
    attention: wrong !== undefined || malformed !== null || beyond !== null,
    blocked: whyBlocked(models.data?.length, model !== null) ?? (wrong ? attentionWords(wrong) : (malformed ?? beyond)),
    choose,
  };
}

/** Why no model can be asked, once the attempt to list them has ended. */
function whyBlocked(count: number | undefined, chosen: boolean): string | null {
  if (chosen) return null;
  if (count === 0) return 'No model is served yet.';
  return count === undefined
    ? 'The models could not be listed. Retry above.'
    : 'This chat’s model is no longer served. Choose another one below.';
}
