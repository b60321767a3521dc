'use client';

import { Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';
import { Dialog } from '@/components/ui/overlay/dialog';
import { EmptyState } from '@/components/ui/show/empty-state';
import type { ChatSettings } from '@/lib/client/chat/types';
import { newId } from '@/lib/core/ids';
import { MAX_PREFERENCE_NAME } from '@/lib/preferences/constants';
import { useChangePreferences } from '../preferences/use-change-preferences';
import { usePreferences } from '../preferences/use-preferences';
import { countChanged } from './settings-fields';

/** Saves settings as a preset, or lists the presets to delete some. A preset with the same name is replaced. */
export default function PresetsDialog({
  initial,
  settings,
  onClose,
}: {
  initial: 'save' | 'all';
  settings: ChatSettings;
  onClose: () => void;
}) {
  const presets = usePreferences().data?.preferences.presets ?? [];
  const change = useChangePreferences();
  const save = (name: string) =>
    change.mutate(
      (before) => ({
        ...before,
        presets: [...before.presets.filter((one) => one.name !== name), { id: newId(), name, settings }],
      }),
      { onSuccess: onClose },
    );
  const remove = (id: string) =>
    change.mutate((before) => ({ ...before, presets: before.presets.filter((one) => one.id !== id) }));
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={initial === 'save' ? 'Save as preset' : 'Presets'}
      description={
        initial === 'save' ? 'Stored on your account, with the system prompt, tools, and schema.' : undefined
      }
    >
      {change.error ? <FailureNotice failure={change.error} what="The change was not saved." /> : null}
      {initial === 'save' ? (
        <NameForm taken={presets.map(({ name }) => name)} busy={change.isPending} onSave={save} onCancel={onClose} />
      ) : presets.length === 0 ? (
        <EmptyState title="No presets" sentence="Save the settings of a chat as a preset to use them again." />
      ) : (
        <ul aria-label="Presets" className="flex flex-col divide-y divide-line">
          {presets.map((preset) => (
            <li key={preset.id} className="flex items-center gap-2 py-2">
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{preset.name}</span>
                <span className="block text-sm text-muted">{countText(countChanged(preset.settings))}</span>
              </span>
              <IconButton
                size="small"
                label={`Delete ${preset.name}`}
                icon={<Trash2 />}
                onClick={() => remove(preset.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

const countText = (count: number) => (count === 1 ? '1 setting' : `${count} settings`);

function NameForm({
  taken,
  busy,
  onSave,
  onCancel,
}: {
  taken: readonly string[];
  busy: boolean;
  onSave: (name: string) => void;
  onCancel: () => void;
}) {
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    setTried(true);
    if (name.trim() !== '' && !busy) onSave(name.trim());
  };
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <Field
        label="Name"
        error={tried && name.trim() === '' ? 'Enter a name.' : null}
        help={taken.includes(name.trim()) ? 'Replaces the preset of this name.' : undefined}
      >
        <Input
          autoComplete="off"
          maxLength={MAX_PREFERENCE_NAME}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <div className="flex justify-end gap-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind="primary" type="submit" busy={busy}>
          Save preset
        </Button>
      </div>
    </form>
  );
}
