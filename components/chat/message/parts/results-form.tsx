'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Textarea } from '@/components/ui/field';
import type { ToolResult } from '@/lib/client/chat/types';

/** A field for what each call gave, and the button that sends all of them: the model then goes on. */
export function ResultsForm({
  results: given,
  busy = false,
  onSend,
  onCancel,
}: {
  /** The calls that wait, with what the fields begin with. */
  results: readonly ToolResult[];
  /** Nothing can be sent now. */
  busy?: boolean;
  onSend: (results: ToolResult[]) => void;
  onCancel?: () => void;
}) {
  const [results, setResults] = useState<readonly ToolResult[]>(given);
  const one = results.length === 1;
  const send = () => {
    if (!busy) onSend([...results]);
  };
  return (
    <form
      aria-label="Results of calls"
      className="flex w-full max-w-prose flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {results.map((result, at) => (
        <Field
          key={result.callId}
          label={labelOf(results, at)}
          help={at === results.length - 1 ? 'JSON or text. The model reads it and goes on.' : undefined}
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
      <div className="flex items-center gap-2">
        <Button type="submit" size="small" busy={busy}>
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

/** Calls of one function are told apart by their number. */
export function labelOf(results: readonly { name: string }[], at: number): string {
  const name = results[at]?.name ?? '';
  const same = results.filter((other) => other.name === name);
  return same.length === 1 ? `Result of ${name}` : `Result of ${name} (${same.indexOf(results[at] ?? { name }) + 1})`;
}
