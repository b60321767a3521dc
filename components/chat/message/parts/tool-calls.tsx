'use client';

import { Wrench } from 'lucide-react';
import type { ToolCall, ToolResult } from '@/lib/client/chat/types';
import { CodeBox } from '../../markdown/code-box';
import { prettyJson } from './pretty-json';
import { ResultsForm } from './results-form';

/** The state of an answer's calls: still streaming, waiting for results, answered or skipped, or incomplete. */
export type CallsState = 'growing' | 'waiting' | 'past' | 'broken';

/** The functions that an answer calls, with a field for each result while the calls wait for one. */
export function ToolCalls({
  calls,
  state,
  blockedReason,
  onSend,
}: {
  calls: readonly ToolCall[];
  state: CallsState;
  /** Why results cannot be sent now; null if they can. */
  blockedReason: string | null;
  onSend: (results: ToolResult[]) => void;
}) {
  return (
    <div className="mt-1">
      <ul aria-label="Tool calls">
        {calls.map(({ id, name, arguments: text }, at) => (
          <li key={id || at}>
            <p className="flex items-center gap-2 text-sm">
              <Wrench aria-hidden className="text-muted" />
              <span>
                {state === 'growing' ? 'Calls' : 'Called'} <span className="font-mono font-medium">{name}</span>
              </span>
            </p>
            <CodeBox code={prettyJson(text === '' ? '{}' : text) ?? text} language="json" label="Arguments" />
          </li>
        ))}
      </ul>
      {state === 'broken' ? (
        <p className="text-sm text-muted">The call is incomplete: the answer was cut off. Regenerate it to continue.</p>
      ) : null}
      {state === 'waiting' ? (
        <ResultsForm
          results={calls.map(({ id, name }) => ({ callId: id, name, text: '' }))}
          blockedReason={blockedReason}
          onSend={onSend}
        />
      ) : null}
      <p role="status" className="sr-only">
        {state === 'waiting'
          ? `The model is waiting for the result of ${calls.map(({ name }) => name).join(', ')}.`
          : ''}
      </p>
    </div>
  );
}
