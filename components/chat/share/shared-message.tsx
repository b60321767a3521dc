'use client';

import { Paperclip } from 'lucide-react';
import { useMemo } from 'react';
import { withReferences } from '@/lib/client/chat/answer/references';
import { distinctSources } from '@/lib/client/chat/answer/sources';
import type { SharedMessage } from '@/lib/shared-chats/contract';
import { Picture } from '../attachments/picture';
import { Markdown } from '../markdown/markdown';
import { SourcesContext } from '../markdown/source-link';
import { AnswerImages } from '../message/parts/answer-images';
import { JsonAnswer } from '../message/parts/json-answer';
import { LongText } from '../message/parts/long-text';
import { SentResults } from '../message/parts/sent-results';
import { Sources } from '../message/parts/sources';
import { ToolCalls } from '../message/parts/tool-calls';

/** A message of a shared chat. @param question the text of the message before it */
export function SharedMessageRow({ message, question }: { message: SharedMessage; question: string }) {
  return message.role === 'user' ? (
    <li className="mb-4">
      <Question message={message} />
    </li>
  ) : (
    <li className="mb-8 last:mb-0">
      <Answer message={message} question={question} />
    </li>
  );
}

function Question({ message: { text, files = [], images = [], results } }: { message: SharedMessage }) {
  return (
    <section aria-label="Question" className="flex flex-col items-end">
      <h2 className="sr-only">Question</h2>
      {results ? <SentResults results={results.map((result, at) => ({ ...result, callId: String(at) }))} /> : null}
      {images.length > 0 ? (
        <ul aria-label="Images" className="mb-1 flex max-w-[85%] flex-wrap justify-end gap-2">
          {images.map(({ url, alt }, at) => (
            <li key={at}>
              <Picture src={url} alt={alt} className="max-h-64 max-w-full rounded-panel border border-line" />
            </li>
          ))}
        </ul>
      ) : null}
      {files.length > 0 ? (
        <ul aria-label="Files" className="mb-1 flex max-w-[85%] flex-wrap justify-end gap-2">
          {files.map((name, at) => (
            <li
              key={at}
              className="flex max-w-full items-center gap-2 rounded-panel border border-line bg-sunken px-3 py-1.5 text-sm"
            >
              <Paperclip aria-hidden className="text-muted" />
              <span className="min-w-0 truncate">{name}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {text === '' ? null : <LongText text={text} className="max-w-[85%] rounded-panel bg-ink/6 px-4 py-2.5 text-lg" />}
    </section>
  );
}

function Answer({
  message: { text, model = 'the model', edited, asJson, images, citations, calls },
  question,
}: {
  message: SharedMessage;
  question: string;
}) {
  const chips = useMemo(() => distinctSources(citations ?? []), [citations]);
  return (
    <section aria-label={`Answer from ${model}`}>
      <h2 className="mb-1 text-xs text-muted">
        <span className="sr-only">Answer from </span>
        {model}
        {edited ? ' · edited' : ''}
      </h2>
      {text === '' ? null : asJson ? (
        <JsonAnswer text={text} growing={false} />
      ) : (
        <SourcesContext value={chips}>
          <Markdown text={withReferences(text, citations)} growing={false} />
        </SourcesContext>
      )}
      {images ? <AnswerImages images={images} /> : null}
      {citations && citations.length > 0 ? <Sources citations={citations} web={undefined} question={question} /> : null}
      {calls ? (
        <ToolCalls
          calls={calls.map((call, at) => ({ ...call, id: String(at) }))}
          state="past"
          blockedReason={null}
          onSend={() => undefined}
        />
      ) : null}
    </section>
  );
}
