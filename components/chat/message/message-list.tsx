'use client';

import { useRef } from 'react';
import { classNames } from '@/components/ui/class-names';
import type { ChatMessage } from '@/lib/client/chat/types';
import { nameById } from '@/lib/client/models';
import type { TextWireModel } from '@/lib/models/contract';
import type { SendState } from '../sending/send-state';
import type { ChatActions } from '../state/actions';
import type { VersionOf } from '../state/version-counter';
import { Announcer } from './announcer';
import { AssistantMessage } from './assistant-message';
import { useKeptFocus } from './use-kept-focus';
import { UserMessage } from './user-message';

/** What lies out of sight of a long chat is neither laid out nor painted; its height is remembered once it was seen. */
const OUT_OF_SIGHT =
  'not-last:[contain-intrinsic-size:auto_8rem] not-last:[content-visibility:auto] not-last:[overflow-clip-margin:0.5rem]';

/** The messages of the branch in view, oldest first. */
export default function MessageList({
  messages,
  versionOf,
  models,
  sendState,
  busy,
  silent = false,
  actions,
}: {
  messages: ChatMessage[];
  versionOf: VersionOf;
  models: TextWireModel[];
  /** Whom the next message goes to, and whether it may. */
  sendState: SendState;
  busy: boolean;
  /** Answers are not read out here: the page says when they have come. */
  silent?: boolean;
  actions: ChatActions;
}) {
  const rows = useRef<HTMLOListElement>(null);
  useKeptFocus(rows);
  const latest = messages.at(-1);
  return (
    <>
      <ol ref={rows}>
        {messages.map((message) => {
          const [at, of] = versionOf(message);
          return (
            <li
              key={message.id}
              className={classNames(OUT_OF_SIGHT, message.role === 'user' ? 'mb-2' : 'mb-8 last:mb-0')}
            >
              {message.role === 'user' ? (
                <UserMessage message={message} at={at} of={of} sendState={sendState} busy={busy} actions={actions} />
              ) : (
                <AssistantMessage
                  message={message}
                  at={at}
                  of={of}
                  last={message === latest}
                  modelName={message.modelId === null ? 'the model' : nameById(models, message.modelId)}
                  sendState={sendState}
                  busy={busy}
                  actions={actions}
                />
              )}
            </li>
          );
        })}
      </ol>
      {silent ? null : <Announcer answer={latest?.role === 'assistant' ? latest : null} />}
    </>
  );
}
