'use client';

import { useMemo } from 'react';
import type { ChatMessage } from '@/lib/client/chat/types';
import type { TextWireModel } from '@/lib/models/contract';
import type { ChatActions, ChatView } from '../use-chat';
import { Announcer } from './announcer';
import { AssistantMessage } from './assistant-message';
import { UserMessage } from './user-message';

/** The messages of the branch in view, oldest first. */
export default function MessageList({
  messages,
  versionOf,
  models,
  modelId,
  busy,
  actions,
}: {
  messages: ChatMessage[];
  versionOf: ChatView['versionOf'];
  models: TextWireModel[];
  /** The model that the next message goes to; null while none is known. */
  modelId: string | null;
  busy: boolean;
  actions: ChatActions;
}) {
  const nameOf = (id: string | null) => models.find((model) => model.id === id)?.model_spec.name ?? id ?? 'the model';
  const retryName = modelId === null ? null : nameOf(modelId);
  const retryModel = useRetryModel(modelId, retryName);
  const latest = messages.at(-1);
  return (
    <>
      <ol>
        {messages.map((message) => {
          const [at, of] = versionOf(message);
          return (
            <li key={message.id} className={message.role === 'user' ? 'mb-2' : 'mb-8 last:mb-0'}>
              {message.role === 'user' ? (
                <UserMessage message={message} at={at} of={of} modelId={modelId} busy={busy} actions={actions} />
              ) : (
                <AssistantMessage
                  message={message}
                  at={at}
                  of={of}
                  last={message === latest}
                  modelName={nameOf(message.modelId)}
                  retryModel={retryModel}
                  busy={busy}
                  actions={actions}
                />
              )}
            </li>
          );
        })}
      </ol>
      <Announcer answer={latest?.role === 'assistant' ? latest : null} />
    </>
  );
}

/** One object as long as nothing changes: the messages above are not drawn again for each word of the last. */
function useRetryModel(id: string | null, name: string | null): { id: string; name: string } | null {
  return useMemo(() => (id === null || name === null ? null : { id, name }), [id, name]);
}
