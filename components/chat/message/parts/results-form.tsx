'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Textarea } from '@/components/ui/field';
import type { ToolResult } from '@/lib/client/chat/types';
import { Refusal } from '../../sending/refusal';
import { useAttempt } from '../../sending/use-attempt';

/** A field for what each call gave, and the button that sends all of them: the model then goes on. */
export function ResultsForm({
  results: given,
  blockedReason,
  onSend,
  onCancel,
}: {
  /** The calls that wait, with what the fields begin with. */
  results: readonly ToolResult[];
  /** Why they cannot be sent now; null where they can. */
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
        // It is used up: on the page it would stop the answer too.
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

/** Calls of one function are distinguished by their number. */
export function labelOf(results: readonly { name: string }[], at: number): string {
  const name = results[at]?.name ?? '';
  const same = results.filter((other) => other.name === name);
  return same.length === 1 ? `Result of ${name}` : `Result of ${name} (${same.indexOf(results[at] ?? { name }) + 1})`;
}
