'use client';

import { Badge } from '@/components/ui/show/badge';
import { CodeBlock } from '@/components/ui/show/code-block';
import { formatCount } from '@/components/ui/show/count-text';
import { formatMoney } from '@/components/ui/show/money-text';
import { SHOWN_CHARACTERS } from '@/lib/client/send-raw';
import { readAnswer } from './read-answer';
import type { TryState } from './use-try';

/** The response: status, time, cost, selected headers, and the body as it arrives. */
export function TryAnswer({ state: { answer, failure, busy } }: { state: TryState }) {
  if (!answer) {
    return (
      <p role="status" className={failure ? 'text-sm text-stop' : 'sr-only'}>
        {failure ?? (busy ? 'Sent' : '')}
      </p>
    );
  }
  const { text, spoken, costUsd, headers } = readAnswer(answer);
  const good = answer.status < 400;
  return (
    <div className="flex min-w-0 flex-col gap-3 border-t border-line pt-4">
      <p role="status" className="sr-only">
        {answer.ended ? `Response status ${answer.status}` : ''}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-mono text-xs text-muted">
        <Badge tone={good ? 'go' : 'stop'}>{answer.status}</Badge>
        <span className="tabular-nums">{Math.round(answer.tookMs)} ms</span>
        {costUsd !== null ? (
          <span>
            cost <span className="text-ink">{formatMoney(costUsd)}</span>
          </span>
        ) : good ? null : (
          <span>not charged</span>
        )}
        {answer.isCut ? <span>cut after {formatCount(SHOWN_CHARACTERS)} characters</span> : null}
        {failure ? (
          <span role="alert" className="text-stop">
            {failure}
          </span>
        ) : null}
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 font-mono text-xs">
        {headers.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {spoken ? <p className="max-w-prose whitespace-pre-wrap">{spoken}</p> : null}
      <CodeBlock
        code={text}
        label="response body"
        className="max-h-96 overflow-y-auto rounded-control border border-line"
      />
    </div>
  );
}
