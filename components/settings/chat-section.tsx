'use client';

import { lazy, useState, type FormEvent } from 'react';
import { SETTING_LABELS, readSetting } from '@/components/chat/settings/settings-fields';
import { useChangePreferences } from '@/components/chat/preferences/use-change-preferences';
import { usePreferences } from '@/components/chat/preferences/use-preferences';
import { setFinishSignal, wantsFinishSignal } from '@/components/chat/use-finish-signal';
import { useModels } from '@/components/chat/use-models';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Field, Input, Textarea } from '@/components/ui/field';
import { focusFirstError } from '@/components/ui/form/use-form';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { Skeleton } from '@/components/ui/show/skeleton';
import { nameOf } from '@/lib/client/models';
import { MAX_INSTRUCTIONS } from '@/lib/preferences/constants';
import type { ChatPreferences } from '@/lib/preferences/contract';
import { changeOf, formAfter, formOf, LAST, NUMBERS, type ChatFormTexts } from './chat-form';
import { Outcome, Section } from './section';
import { SharedChats } from './shared-chats';

const PromptsDialog = lazy(() => import('@/components/chat/prompts/prompts-dialog'));

/** Custom instructions, what a new chat starts with, and the saved prompts. */
export default function ChatSection() {
  const { data, error, refetch } = usePreferences();
  return (
    <Section
      title="Chat"
      sentence="What every chat knows about you, and what a new one starts with. Chats are stored only in your browser, unless you share one."
    >
      {error && !data ? (
        <FailureNotice failure={error} what="Chat preferences could not be loaded." onRetry={() => void refetch()} />
      ) : null}
      {data ? <ChatForm preferences={data.preferences} /> : <Skeleton className="h-40 w-full" />}
      {data ? <Titles on={data.preferences.titles} /> : null}
      <FinishSignal />
      <Prompts count={data?.preferences.prompts.length ?? 0} />
      <SharedChats />
    </Section>
  );
}

function ChatForm({ preferences }: { preferences: ChatPreferences }) {
  const models = useModels().data ?? [];
  const change = useChangePreferences();
  // What the fields had when they were last the same as what is stored.
  const [shown, setShown] = useState(() => formOf(preferences));
  const [typed, setTyped] = useState(shown);
  const [tried, setTried] = useState(false);
  const [said, setSaid] = useState('');
  const { instructions, modelId } = typed;
  const maxTokens = models.find(({ id }) => id === modelId)?.model_spec.maxCompletionTokens ?? null;
  const parsed = (name: (typeof NUMBERS)[number]) => readSetting(name, typed[name], maxTokens);
  const errorOf = (name: (typeof NUMBERS)[number]) => {
    const result = parsed(name);
    return tried && 'error' in result ? result.error : null;
  };
  const put = (name: keyof ChatFormTexts, text: string) => {
    setTyped({ ...typed, [name]: text });
    setSaid('');
  };
  const bind = (name: keyof ChatFormTexts) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => put(name, target.value),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (NUMBERS.some((name) => 'error' in parsed(name))) return focusFirstError(event.currentTarget);
    if (change.isPending) return;
    change.mutate(changeOf(shown, typed), {
      onSuccess: ({ preferences: stored }) => {
        setShown(formOf(stored));
        setTyped((now) => formAfter(now, typed, stored));
        setSaid('Saved. New chats start with it.');
      },
    });
  };
  const own = 'Empty: set by the model.';
  return (
    <form noValidate method="post" onSubmit={submit} className="flex max-w-form flex-col gap-4">
      {change.error ? <FailureNotice failure={change.error} what="The chat preferences were not saved." /> : null}
      <Field
        label="Custom instructions"
        help="Sent first in every request of every chat: who you are, and how you want answers. They count as input tokens."
        aside={instructions.length > MAX_INSTRUCTIONS / 2 ? `${instructions.length} of ${MAX_INSTRUCTIONS}` : undefined}
      >
        <Textarea rows={4} maxLength={MAX_INSTRUCTIONS} className="max-h-96" {...bind('instructions')} />
      </Field>
      <Field label="Default model" help="For new chats. A chat keeps its model when you choose another one.">
        <Select
          value={modelId}
          onChange={(id) => put('modelId', id)}
          options={[
            { value: LAST, label: 'The one used last' },
            ...models.map((model) => ({ value: model.id, label: nameOf(model) })),
            ...(modelId === LAST || models.some(({ id }) => id === modelId)
              ? []
              : [{ value: modelId, label: `${modelId} (unavailable)` }]),
          ]}
        />
      </Field>
      <Field label="Default system prompt" help="New chats start with it; each can change it in its own settings.">
        <Textarea rows={3} className="max-h-96" {...bind('system')} />
      </Field>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        {NUMBERS.map((name) => (
          <Field key={name} label={SETTING_LABELS[name]} help={own} error={errorOf(name)}>
            <Input inputMode="decimal" autoComplete="off" {...bind(name)} />
          </Field>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" kind="primary" busy={change.isPending}>
          {change.isPending ? 'Saving' : 'Save chat preferences'}
        </Button>
        <Outcome>{said}</Outcome>
      </div>
    </form>
  );
}

function Prompts({ count }: { count: number }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button onClick={() => setOpen(true)}>Manage saved prompts</Button>
      <p className="text-sm text-muted">{count === 1 ? '1 prompt' : `${count} prompts`}</p>
      <ChunkBoundary>{open ? <PromptsDialog initial="all" onClose={() => setOpen(false)} /> : null}</ChunkBoundary>
    </div>
  );
}

/** Billed, so it is off at first. It is saved at once. */
function Titles({ on }: { on: boolean }) {
  const change = useChangePreferences();
  // Shown while it is being saved.
  const [wanted, setWanted] = useState<boolean | null>(null);
  return (
    <div className="max-w-form">
      {change.error ? <FailureNotice failure={change.error} what="The change was not saved." /> : null}
      <Switch
        label="Let the model write chat titles"
        help="After the first complete answer of a chat: one extra request to the same model, billed, with about 1,000 input and 40 output tokens at most. If a model answers with anything but a title, the chat keeps the beginning of its first message."
        checked={wanted ?? on}
        onChange={(titles) => {
          setWanted(titles);
          change.mutate((before) => ({ ...before, titles }), { onSettled: () => setWanted(null) });
        }}
      />
    </div>
  );
}

/** A choice of this browser, and not of the account: it makes a sound here. */
function FinishSignal() {
  const [on, setOn] = useState(wantsFinishSignal);
  return (
    <div className="max-w-form">
      <Switch
        label="Signal when a long answer ends"
        help="A sound and a mark in the tab’s title, while the chat is in the background. In this browser only."
        checked={on}
        onChange={(next) => {
          setOn(next);
          setFinishSignal(next);
        }}
      />
    </div>
  );
}
