'use client';

import { useMemo } from 'react';
import { useWrongTexts } from '../settings/use-wrong-texts';
import type { ChatView } from '../state/use-chat';
import { useModels, usePreferredModel } from '../use-models';
import { useLinkedModel } from '../use-linked-model';
import { createSendState } from './send-state';

/** The open chat's model and whether it can answer. `sendState` keeps its identity while an answer streams. */
export function useSendState({ ready, chat, modelId: ownId, character, settings, actions }: ChatView) {
  const models = useModels();
  const [preferredId, prefer] = usePreferredModel(models.data);
  const [wrongTexts, keepWrong] = useWrongTexts(chat?.id ?? null);
  // A chat keeps its model even if that is no longer served: the picker must not change it silently. A new one has the
  // account's default, unless that is no longer served.
  const isServed = chat !== null || (models.data?.some(({ id }) => id === ownId) ?? true);
  const modelId = (isServed ? ownId : null) ?? preferredId;
  const choose = (id: string) => {
    prefer(id);
    actions.configure({ modelId: id });
  };
  useLinkedModel(ready ? models.data : undefined, choose);
  const { data, isPending: pending } = models;
  const sendState = useMemo(
    () => createSendState({ settings, wrongTexts, models: data, pending, character }, modelId),
    [settings, wrongTexts, data, pending, character, modelId],
  );
  return { models, sendState, wrongTexts, keepWrong, choose };
}
