'use client';

import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '@/components/ui/button';
import { singleClick } from '@/components/ui/form/single-click';

/** Edits the Markdown of an answer. Enter adds a line; Ctrl+Enter or Command+Enter saves, Escape cancels. */
export function EditAnswer({
  text,
  onSave,
  onCancel,
}: {
  text: string;
  onSave: (text: string) => void;
  onCancel: () => void;
}) {
  const [draft, setDraft] = useState(text);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // After the menu has restored the focus to its button.
    const timer = setTimeout(() => {
      area.current?.focus();
      area.current?.setSelectionRange(0, 0);
    }, MENU_MS);
    return () => clearTimeout(timer);
  }, []);
  const save = () => (draft.trim() === '' ? area.current?.focus() : onSave(draft));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      // Handled here: the page would stop an answer as well.
      event.preventDefault();
      onCancel();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!event.repeat) save();
    }
  };
  return (
    <form
      className="w-full rounded-panel border border-edge bg-surface p-3 focus-within:border-signal"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <textarea
        ref={area}
        aria-label="Edit answer"
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-[60dvh] min-h-32 w-full resize-none bg-transparent px-1 font-mono text-sm outline-none"
      />
      <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
        <p className="mr-auto px-1 text-sm text-muted">Later messages are answered as if the model had said this.</p>
        <Button size="small" kind="plain" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="small" kind="primary" type="submit" onClick={singleClick()}>
          Save
        </Button>
      </div>
    </form>
  );
}

/** A closing menu restores the focus within this time. */
const MENU_MS = 50;
