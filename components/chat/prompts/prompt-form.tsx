'use client';

import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Input, Textarea } from '@/components/ui/field';
import { commandOf } from '@/lib/client/chat/prompts/prompts';
import { MAX_PREFERENCE_NAME, MAX_PROMPT_TEXT } from '@/lib/preferences/constants';
import type { SavedPrompt } from '@/lib/preferences/contract';

/** Edits one prompt. @param others the names of the other prompts are taken */
export function PromptForm({
  prompt,
  others,
  busy,
  onSave,
  onCancel,
}: {
  prompt: SavedPrompt;
  others: readonly SavedPrompt[];
  busy: boolean;
  onSave: (prompt: SavedPrompt) => void;
  onCancel: () => void;
}) {
  const [name, setName] = useState(prompt.name);
  const [text, setText] = useState(prompt.text);
  const [tried, setTried] = useState(false);
  const isTaken = others.some((other) => commandOf(other.name) === commandOf(name));
  const nameError = name.trim() === '' ? 'Enter a name.' : isTaken ? 'Another prompt has this name.' : null;
  const textError = text.trim() === '' ? 'Enter the prompt.' : null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The dialog is inside the message form.
    event.stopPropagation();
    setTried(true);
    if (nameError === null && textError === null && !busy) onSave({ ...prompt, name: name.trim(), text });
  };
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <Field
        label="Name"
        help={commandOf(name) === '' ? 'One or two words.' : `Type /${commandOf(name)} to fill it in.`}
        error={tried ? nameError : null}
      >
        <Input
          autoComplete="off"
          autoFocus
          maxLength={MAX_PREFERENCE_NAME}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <Field
        label="Prompt"
        help="Write {{blanks}} in double braces: they are selected one after the other, to be typed over."
        error={tried ? textError : null}
      >
        <Textarea
          rows={6}
          maxLength={MAX_PROMPT_TEXT}
          className="max-h-96"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <div className="flex justify-end gap-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind="primary" type="submit" busy={busy}>
          Save prompt
        </Button>
      </div>
    </form>
  );
}
