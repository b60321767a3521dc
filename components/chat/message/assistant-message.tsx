'use client';

import { StepForward } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { useBalance } from '@/components/frame/balance-chip';
import { Button } from '@/components/ui/button';
import { canContinue } from '@/lib/client/chat/answer/parts';
import { withReferences } from '@/lib/client/chat/answer/references';
import { distinctSources } from '@/lib/client/chat/answer/sources';
import { priceOf } from '@/lib/client/chat/estimate/cost';
import { isUnderWay } from '@/lib/client/chat/conversation';
import type { ChatMessage } from '@/lib/client/chat/types';
import type { TextWireModel } from '@/lib/models/contract';
import { nameOf } from '@/lib/client/models';
import { AnswerCharacter } from '../character/answer-character';
import { BUSY_MESSAGE, type SendState } from '../sending/send-state';
import { Refusal } from '../sending/refusal';
import { useAttempt } from '../sending/use-attempt';
import { Markdown } from '../markdown/markdown';
import { SourcesContext } from '../markdown/source-link';
import type { ChatActions } from '../state/actions';
import { ACTIONS_APPEAR } from './actions-appear';
import { AnswerActions, MORE_LABEL } from './answer-actions';
import { AnswerFailure } from './answer-failure';
import { CreditNote, hasMoreCredit, shortenedBy } from './credit-note';
import { deleteWithUndo } from './delete-message';
import { AnswerImages } from './parts/answer-images';
import { EditAnswer } from './parts/edit-answer';
import { JsonAnswer } from './parts/json-answer';
import { Sources } from './parts/sources';
import { Thinking } from './parts/thinking';
import { ToolCalls, type CallsState } from './parts/tool-calls';
import { ReceiptLine } from './receipt/receipt-line';
import { Versions } from './versions';

/** An answer with its receipt. */
export const AssistantMessage = memo(function AssistantMessage({
  message,
  question,
  models,
  at,
  of,
  last,
  modelName,
  sendState,
  busy,
  actions,
}: {
  message: ChatMessage;
  /** The text of the message before: pages that it names were read, not found. Null if it was deleted. */
  question: string | null;
  /** The models that can answer again. */
  models: TextWireModel[];
  at: number;
  of: number;
  last: boolean;
  /** The name of the model that answered. */
  modelName: string;
  /** Which model a retry would use, and whether it can be sent. */
  sendState: SendState;
  /** An answer is streaming, so no other can be requested. */
  busy: boolean;
  actions: ChatActions;
}) {
  const { text, reasoning, state, failure, calls, citations } = message;
  const growing = isUnderWay(message);
  const shortened = shortenedBy(message);
  const [editing, setEditing] = useState(false);
  const followUps = useFollowUps({ message, answers: question !== null, sendState, busy, actions });
  const { model } = sendState;
  // A failed continuation is repeated by its Retry button.
  const mayGoOn =
    useCanPay(message) && last && !growing && !busy && canContinue(message) && !(failure && message.continuedAt);
  return (
    <article
      aria-label={`Answer from ${modelName}`}
      aria-busy={growing || undefined}
      data-testid="assistant-message"
      data-state={state}
      data-last={last}
      data-focus-back={editing ? MORE_LABEL : undefined}
      className="group outline-none"
    >
      <AnswerCharacter slug={sendState.character} />
      <Heading modelName={modelName} message={message} />
      {reasoning === '' ? null : <Thinking message={message} live={growing && text === '' && !calls} />}
      {editing ? (
        <EditAnswer
          text={text}
          onSave={(edited) => {
            setEditing(false);
            actions.rewrite(message, { text: edited });
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <Content message={message} growing={growing} />
      )}
      {message.images ? <AnswerImages images={message.images} /> : null}
      {citations ? <Sources citations={citations} web={message.web} question={question ?? ''} /> : null}
      {calls ? (
        <ToolCalls
          calls={calls}
          state={callsState(message, last)}
          blockedReason={followUps.blockedReason}
          onSend={(results) => model && actions.sendResults(message.id, results, model.id)}
        />
      ) : null}
      {shortened && !failure ? <CreditNote receipt={shortened} /> : null}
      {failure ? (
        <AnswerFailure
          key={failure.at}
          failure={failure}
          message={message}
          modelName={modelName}
          last={last}
          otherModel={model && model.id !== message.modelId && !message.continuedAt ? nameOf(model) : null}
          onRetry={followUps.retry}
        />
      ) : null}
      <div className="mt-2 flex flex-wrap items-start justify-between gap-x-4">
        {failure && !message.earlier?.length && (failure.status >= 400 || failure.requestId === null) ? (
          <span />
        ) : (
          <ReceiptLine
            message={message}
            price={growing ? priceOf(models, message.modelId) : undefined}
            onFind={() => actions.findReceipt(message)}
          />
        )}
        <div className="ml-auto flex items-center">
          {/* All at the right edge, and in this order: no button moves when others come, and Continue, which is paid, */}
          {/* never takes the place of another. */}
          {mayGoOn ? (
            <span className={ACTIONS_APPEAR}>
              <Button kind="plain" size="small" onClick={followUps.goOn}>
                <StepForward aria-hidden />
                Continue
              </Button>
            </span>
          ) : null}
          <Versions at={at} of={of} onStep={(by) => actions.step(message, by)} />
          <AnswerActions
            message={message}
            busy={busy}
            isAlone={question === null}
            model={model}
            models={models}
            onRegenerate={followUps.regenerate}
            onAnswerWith={followUps.answerWith}
            onEdit={() => setEditing(true)}
            onDelete={() => deleteWithUndo(actions, message)}
          />
        </div>
      </div>
      <Refusal message={followUps.refusal} className="mt-2" />
    </article>
  );
});

function Heading({ modelName, message: { edited } }: { modelName: string; message: ChatMessage }) {
  return (
    <h2 className="mb-1 text-xs text-muted">
      <span className="sr-only">Answer from </span>
      {modelName}
      {edited === undefined ? null : ' · edited by you'}
    </h2>
  );
}

/** The follow-up actions of an answer. Each checks first whether it can be sent, and otherwise shows why not. */
function useFollowUps({
  message,
  answers,
  sendState,
  busy,
  actions,
}: {
  message: ChatMessage;
  /** It follows a user message, which can be answered again. */
  answers: boolean;
  sendState: SendState;
  busy: boolean;
  actions: ChatActions;
}) {
  const { modelId, continuedAt } = message;
  // There are no follow-up actions while the answer streams.
  const path = isUnderWay(message) ? null : actions.pathBefore(message);
  const reasonFor = (id?: string | null) =>
    busy || path === null ? BUSY_MESSAGE : sendState.blockedReason(path, [], id);
  const blockedReason = reasonFor();
  const againReason = answers ? blockedReason : 'The message that it answers was deleted.';
  const [otherReason, setOtherReason] = useState<string | null>(null);
  // A continuation uses the model that started the answer.
  const [retryMessage, again] = useAttempt(againReason);
  const [continueMessage, on] = useAttempt(reasonFor(modelId));
  const ask = (act: (modelId: string) => void) => () => again(() => sendState.model && act(sendState.model.id));
  return {
    blockedReason,
    refusal: retryMessage ?? continueMessage ?? otherReason,
    answerWith: (id: string) => {
      const reason = reasonFor(id);
      setOtherReason(reason);
      if (reason === null) actions.regenerate(message, id);
    },
    regenerate: ask((id) => actions.regenerate(message, id)),
    retry: continuedAt
      ? () => on(() => actions.retry(message, modelId ?? ''))
      : ask((id) => actions.retry(message, id)),
    goOn: () => on(() => actions.goOn(message)),
  };
}

/** Whether nothing says that credit would run out again at once. */
function useCanPay(message: ChatMessage): boolean {
  const { data: balance } = useBalance();
  const shortened = shortenedBy(message);
  return shortened === null || hasMoreCredit(shortened, balance);
}

function Content({ message, growing }: { message: ChatMessage; growing: boolean }) {
  const { text, asJson, citations } = message;
  const chips = useMemo(() => distinctSources(citations ?? []), [citations]);
  if (text === '') return <Nothing message={message} />;
  if (asJson) return <JsonAnswer text={text} growing={growing} />;
  return (
    <SourcesContext value={chips}>
      <Markdown text={withReferences(text, citations, growing)} growing={growing} />
    </SourcesContext>
  );
}

/** Shows the caret while waiting for text; afterward says that none arrived. */
function Nothing({ message }: { message: ChatMessage }) {
  if (message.calls || message.images) return null;
  if (isUnderWay(message)) {
    if (message.reasoning !== '') return null;
    return <p aria-hidden className="answer answer-caret" />;
  }
  if (message.failure) return null;
  return (
    <p className="text-muted">
      {message.state === 'stopped' ? 'Stopped before the first token.' : 'The answer is empty.'}
    </p>
  );
}

/** The state of an answer's tool calls. @param last whether nothing follows it */
function callsState(message: ChatMessage, last: boolean): CallsState {
  if (isUnderWay(message)) return 'growing';
  if (message.state !== 'complete' || message.finishReason === 'length') return 'broken';
  return last ? 'waiting' : 'past';
}
