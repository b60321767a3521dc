'use client';

import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Dialog } from '@/components/ui/overlay/dialog';
import { EmptyState } from '@/components/ui/show/empty-state';
import { commandOf } from '@/lib/client/chat/prompts/prompts';
import { newId } from '@/lib/core/ids';
import type { SavedPrompt } from '@/lib/preferences/contract';
import { useChangePreferences } from '../preferences/use-change-preferences';
import { usePreferences } from '../preferences/use-preferences';
import { PromptForm } from './prompt-form';

/** The saved prompts of the account: lists, adds, edits, and deletes them. @param initial what it opens with */
export default function PromptsDialog({ initial, onClose }: { initial: 'new' | 'all'; onClose: () => void }) {
  const { data, error, refetch } = usePreferences();
  const change = useChangePreferences();
  const [edited, setEdited] = useState<SavedPrompt | null>(initial === 'new' ? emptyPrompt() : null);
  const prompts = data?.preferences.prompts ?? [];
  const save = (prompt: SavedPrompt) =>
    change.mutate(
      (before) => ({
        ...before,
        prompts: before.prompts.some(({ id }) => id === prompt.id)
          ? before.prompts.map((one) => (one.id === prompt.id ? prompt : one))
          : [...before.prompts, prompt],
      }),
      { onSuccess: () => (initial === 'new' ? onClose() : setEdited(null)) },
    );
  const remove = ({ id }: SavedPrompt) =>
    change.mutate((before) => ({ ...before, prompts: before.prompts.filter((one) => one.id !== id) }));
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={edited ? (prompts.some(({ id }) => id === edited.id) ? 'Edit prompt' : 'New prompt') : 'Saved prompts'}
      description={edited ? undefined : 'Type / and a name in the message field to fill one in.'}
    >
      {error && !data ? (
        <FailureNotice failure={error} what="The saved prompts could not be loaded." onRetry={() => void refetch()} />
      ) : null}
      {change.error ? <FailureNotice failure={change.error} what="The change was not saved." /> : null}
      {edited ? (
        <PromptForm
          key={edited.id}
          prompt={edited}
          others={prompts.filter(({ id }) => id !== edited.id)}
          busy={change.isPending}
          onSave={save}
          onCancel={() => (initial === 'new' ? onClose() : setEdited(null))}
        />
      ) : (
        <>
          {data && prompts.length === 0 ? (
            <EmptyState title="No saved prompts" sentence="Save a text that you send often." />
          ) : null}
          <ul aria-label="Saved prompts" className="flex flex-col divide-y divide-line empty:hidden">
            {prompts.map((prompt) => (
              <li key={prompt.id} className="flex items-center gap-2 py-2">
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">/{commandOf(prompt.name)}</span>
                  <span className="block truncate text-sm text-muted">{prompt.text}</span>
                </span>
                <IconButton
                  size="small"
                  label={`Edit ${prompt.name}`}
                  icon={<Pencil />}
                  onClick={() => setEdited(prompt)}
                />
                <IconButton
                  size="small"
                  label={`Delete ${prompt.name}`}
                  icon={<Trash2 />}
                  onClick={() => remove(prompt)}
                />
              </li>
            ))}
          </ul>
          <Button size="small" className="mt-3" onClick={() => setEdited(emptyPrompt())}>
            <Plus aria-hidden />
            New prompt
          </Button>
        </>
      )}
    </Dialog>
  );
}

const emptyPrompt = (): SavedPrompt => ({ id: newId(), name: '', text: '' });
