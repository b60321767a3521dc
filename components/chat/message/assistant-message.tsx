'use client';

import { RefreshCw, StepForward } from 'lucide-react';
import { memo } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { IconButton } from '@/components/ui/icon-button';
import { canContinue } from '@/lib/client/chat/answer/parts';
import { isUnderWay } from '@/lib/client/chat/conversation';
import type { ChatMessage } from '@/lib/client/chat/types';
import { Markdown } from '../markdown/markdown';
import type { ChatActions } from '../use-chat';
import { ACTIONS_APPEAR } from './actions-appear';
import { AnswerFailure } from './answer-failure';
import { JsonAnswer } from './parts/json-answer';
import { withReferences } from './parts/references';
import { Sources } from './parts/sources';
import { Thinking } from './parts/thinking';
import { ToolCalls, type CallsState } from './parts/tool-calls';
import { TicketLine } from './ticket';
import { Versions } from './versions';

/** An answer with its ticket. */
export const AssistantMessage = memo(function AssistantMessage({
  message,
  at,
  of,
  last,
  modelName,
  retryModel,
  busy,
  actions,
}: {
  message: ChatMessage;
  at: number;
  of: number;
  last: boolean;
  /** The name of the model that answered. */
  modelName: string;
  /** The model that another try would ask; null while none is known. */
  retryModel: { id: string; name: string } | null;
  /** An answer is being written: no other can be asked for. */
  busy: boolean;
  actions: ChatActions;
}) {
  const { text, reasoning, state, failure, calls, citations } = message;
  const growing = isUnderWay(message);
  // A continuation that failed is repeated by its Retry.
  const mayGoOn = last && !busy && canContinue(message) && !(failure && message.continuedAt);
  const retry = () => {
    if (retryModel && !busy) actions.retry(message, retryModel.id);
  };
  return (
    <article
      aria-label={`Answer of ${modelName}`}
      aria-busy={growing || undefined}
      data-testid="assistant-message"
      data-state={state}
      data-last={last}
      className="group"
    >
      <h2 className="mb-1 text-xs text-muted">
        <span className="sr-only">Answer of </span>
        {modelName}
      </h2>
      {reasoning === '' ? null : <Thinking message={message} live={growing && text === '' && !calls} />}
      <Said message={message} growing={growing} />
      {citations ? <Sources citations={citations} /> : null}
      {calls ? (
        <ToolCalls
          calls={calls}
          state={callsState(message, last)}
          busy={busy || retryModel === null}
          onSend={(results) => retryModel && actions.sendResults(message.id, results, retryModel.id)}
        />
      ) : null}
      {failure ? (
        <AnswerFailure
          failure={failure}
          last={last}
          otherModel={retryModel && retryModel.id !== message.modelId && !message.continuedAt ? retryModel.name : null}
          onRetry={retry}
        />
      ) : null}
      <div className="mt-2 flex flex-wrap items-start justify-between gap-x-4">
        {failure && !message.earlier?.length && (failure.status >= 400 || failure.requestId === null) ? (
          <span />
        ) : (
          <TicketLine message={message} onFind={() => actions.findTicket(message)} />
        )}
        <div className="ml-auto flex items-center">
          <Versions at={at} of={of} onStep={(by) => actions.step(message, by)} />
          {growing ? null : (
            <span className={ACTIONS_APPEAR}>
              {text === '' ? null : <CopyButton text={text} label="Copy answer" />}
              {mayGoOn ? (
                <Button kind="plain" size="small" onClick={() => actions.goOn(message)}>
                  <StepForward aria-hidden />
                  Continue
                </Button>
              ) : null}
              {busy || !retryModel || failure ? null : (
                <IconButton
                  size="small"
                  label={retryModel.id === message.modelId ? 'Answer again' : `Answer again with ${retryModel.name}`}
                  icon={<RefreshCw />}
                  onClick={() => actions.regenerate(message, retryModel.id)}
                />
              )}
            </span>
          )}
        </div>
      </div>
    </article>
  );
});

function Said({ message, growing }: { message: ChatMessage; growing: boolean }) {
  const { text, asJson, citations } = message;
  if (text === '') return <Nothing message={message} />;
  if (asJson) return <JsonAnswer text={text} growing={growing} />;
  return <Markdown text={withReferences(text, citations)} growing={growing} />;
}

/** While nothing came the caret waits; afterwards the page says that nothing came. */
function Nothing({ message }: { message: ChatMessage }) {
  if (message.calls) return null;
  if (isUnderWay(message)) {
    if (message.reasoning !== '') return null;
    return (
      <p className="answer answer-caret">
        <span className="sr-only">Waiting for the first word</span>
      </p>
    );
  }
  if (message.failure) return null;
  return (
    <p className="text-muted">
      {message.state === 'stopped' ? 'Stopped before the first word.' : 'The answer is empty.'}
    </p>
  );
}

/** How the calls of an answer stand. @param last whether nothing follows it */
function callsState(message: ChatMessage, last: boolean): CallsState {
  if (isUnderWay(message)) return 'growing';
  if (message.state !== 'complete' || message.finishReason === 'length') return 'broken';
  return last ? 'waiting' : 'past';
}
