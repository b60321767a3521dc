'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Input, Textarea } from '@/components/ui/field';
import { Drawer } from '@/components/ui/overlay/drawer';
import { DEFAULT_SETTINGS, type ChatSettings } from '@/lib/client/chat/types';
import type { WireModel } from '@/lib/models/contract';
import { readSetting, textOfSettings } from './settings-fields';

/** The system prompt and the sampling of one chat. What is valid holds at once; what is empty is left to the model. */
export default function SettingsDrawer({
  open,
  onOpenChange,
  settings,
  model,
  onChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  settings: ChatSettings;
  model: WireModel | null;
  onChange: (settings: ChatSettings) => void;
}) {
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title="Settings of this chat" className="max-sm:max-w-full">
      {/* The form begins anew with each opening. */}
      {open ? <SettingsForm settings={settings} model={model} onChange={onChange} /> : null}
    </Drawer>
  );
}

function SettingsForm({
  settings,
  model,
  onChange,
}: {
  settings: ChatSettings;
  model: WireModel | null;
  onChange: (settings: ChatSettings) => void;
}) {
  const [text, setText] = useState(() => textOfSettings(settings));
  const [left, setLeft] = useState<ReadonlySet<keyof ChatSettings>>(new Set());
  const maxTokens = model?.model_spec.maxCompletionTokens ?? null;
  const errorOf = (name: keyof ChatSettings) => {
    const parsed = readSetting(name, text[name], maxTokens);
    return left.has(name) && 'error' in parsed ? parsed.error : null;
  };
  const bind = (name: keyof ChatSettings) => ({
    value: text[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setText({ ...text, [name]: target.value });
      const parsed = readSetting(name, target.value, maxTokens);
      if ('value' in parsed) onChange({ ...settings, [name]: parsed.value });
    },
    onBlur: () => setLeft(new Set(left).add(name)),
  });
  const constraints = model?.model_spec.constraints;
  const own = (value: number | null | undefined) =>
    value === null || value === undefined
      ? 'Empty: the model’s own.'
      : `Empty: the model’s own, ${value.toLocaleString('en-US')}.`;
  return (
    <form className="flex flex-col gap-6" onSubmit={(event) => event.preventDefault()}>
      <Field label="System prompt" help="Stands before the first message, in every request of this chat.">
        <Textarea rows={5} {...bind('system')} />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Temperature" error={errorOf('temperature')} help={own(constraints?.temperature.default)}>
          <Input inputMode="decimal" autoComplete="off" {...bind('temperature')} />
        </Field>
        <Field label="Top P" error={errorOf('topP')} help={own(constraints?.top_p.default)}>
          <Input inputMode="decimal" autoComplete="off" {...bind('topP')} />
        </Field>
      </div>
      <Field
        label="Longest answer"
        error={errorOf('maxTokens')}
        help={
          maxTokens === null
            ? 'Empty: the model’s own.'
            : `At most ${maxTokens.toLocaleString('en-US')}. It also bounds what an answer can cost.`
        }
      >
        <Input inputMode="numeric" autoComplete="off" unit="tokens" {...bind('maxTokens')} />
      </Field>
      <Field
        label="Seed"
        error={errorOf('seed')}
        help="The same seed and settings give the same answer, as far as the model allows."
      >
        <Input inputMode="numeric" autoComplete="off" {...bind('seed')} />
      </Field>
      <Field
        label="Stop texts"
        error={errorOf('stop')}
        help="One a line, at most four. The answer ends before any of them."
      >
        <Textarea rows={2} className="font-mono" {...bind('stop')} />
      </Field>
      <div>
        <Button
          onClick={() => {
            setText(textOfSettings(DEFAULT_SETTINGS));
            setLeft(new Set());
            onChange(DEFAULT_SETTINGS);
          }}
        >
          Leave all to the model
        </Button>
      </div>
    </form>
  );
}
