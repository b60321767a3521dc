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

/** The offscreen part of a long chat is neither laid out nor painted; heights are remembered once rendered. */
const OFFSCREEN =
  'not-last:[contain-intrinsic-size:auto_8rem] not-last:[content-visibility:auto] not-last:[overflow-clip-margin:0.5rem] print:[content-visibility:visible]!';

/** The messages of the visible branch, oldest first. */
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
  /** Which model the next message goes to, and whether it can be sent. */
  sendState: SendState;
  busy: boolean;
  /** Answers are not announced here: the page announces when they are complete. */
  silent?: boolean;
  actions: ChatActions;
}) {
  const rows = useRef<HTMLOListElement>(null);
  useKeptFocus(rows);
  const latest = messages.at(-1);
  return (
    <>
      <ol ref={rows}>
        {messages.map((message, index) => {
          const [at, of] = versionOf(message);
          return (
            <li key={message.id} className={classNames(OFFSCREEN, message.role === 'user' ? 'mb-2' : 'mb-8 last:mb-0')}>
              {message.role === 'user' ? (
                <UserMessage
                  message={message}
                  at={at}
                  of={of}
                  last={message === latest}
                  sendState={sendState}
                  busy={busy}
                  actions={actions}
                />
              ) : (
                <AssistantMessage
                  message={message}
                  question={questionBefore(messages, index)}
                  models={models}
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

/** The text of the user message that an answer follows; null if that was deleted. */
function questionBefore(messages: readonly ChatMessage[], index: number): string | null {
  const before = messages[index - 1];
  return before?.role === 'user' ? before.text : null;
}
