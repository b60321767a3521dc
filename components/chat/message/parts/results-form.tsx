'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Textarea } from '@/components/ui/field';
import type { ToolResult } from '@/lib/client/chat/types';
import { Refusal } from '../../sending/refusal';
import { useAttempt } from '../../sending/use-attempt';

/** A field for the result of each tool call, and a button that sends them all and lets the model continue. */
export function ResultsForm({
  results: given,
  blockedReason,
  onSend,
  onCancel,
}: {
  /** The pending calls with their initial results. */
  results: readonly ToolResult[];
  /** Why the results cannot be sent now; null if they can. */
  blockedReason: string | null;
  onSend: (results: ToolResult[]) => void;
  onCancel?: () => void;
}) {
  const [results, setResults] = useState<readonly ToolResult[]>(given);
  const one = results.length === 1;
  const [refusal, attempt] = useAttempt(blockedReason);
  return (
    <form
      aria-label="Tool results"
      className="flex w-full max-w-prose flex-col gap-3"
      onKeyDown={(event) => {
        if (!onCancel || event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        // Handled here: the page would stop the answer as well.
        event.preventDefault();
        onCancel();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        attempt(() => onSend([...results]));
      }}
    >
      {results.map((result, at) => (
        <Field
          key={result.callId}
          label={labelOf(results, at)}
          help={at === results.length - 1 ? 'JSON or text. The model reads it and continues.' : undefined}
        >
          <Textarea
            rows={2}
            spellCheck={false}
            className="max-h-72 font-mono text-sm"
            value={result.text}
            onChange={({ target }) =>
              setResults(results.map((other, index) => (index === at ? { ...other, text: target.value } : other)))
            }
          />
        </Field>
      ))}
      <Refusal message={refusal} />
      <div className="flex items-center gap-2">
        <Button type="submit" size="small">
          {one ? 'Send result' : 'Send results'}
        </Button>
        {onCancel ? (
          <Button size="small" kind="plain" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </form>
  );
}

/** Calls of the same function are distinguished by number. */
export function labelOf(results: readonly { name: string }[], at: number): string {
  const name = results[at]?.name ?? '';
  const same = results.filter((other) => other.name === name);
  return same.length === 1 ? `Result of ${name}` : `Result of ${name} (${same.indexOf(results[at] ?? { name }) + 1})`;
}
