'use client';

import { useMemo, type ReactNode } from 'react';
import { useOrigin } from '@/components/frame/use-origin';
import { SampleTabs } from '@/components/snippets/sample-tabs';
import { ButtonLink } from '@/components/ui/button';
import { shownServiceId } from '@/lib/client/service-id';
import { Dialog } from '@/components/ui/overlay/dialog';
import { EmptyState } from '@/components/ui/show/empty-state';
import { KEY_VARIABLE } from '@/lib/core/samples/request';
import { withInstructions } from '@/lib/client/chat/preferences/with-instructions';
import { usePreferences } from '../preferences/use-preferences';
import { codeRequest, codeSamples, NEXT_QUESTION, shortened, type CodeSpec, type CodeRequest } from './chat-code';

/** The next request of the chat as curl, TypeScript, and Python. The composer's draft is not included. */
export default function CodeDialog({
  open,
  onOpenChange,
  chat,
  attention,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Without a model there is no request. */
  chat: Omit<CodeSpec, 'modelId'> & { modelId: string | null };
  /** A setting is invalid: the request contains only the valid ones. */
  attention: boolean;
}) {
  const { modelId, ...rest } = chat;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="View code"
      description="The next request, with the messages shown and the chat’s settings."
      className="sm:max-w-console"
    >
      {modelId === null ? (
        <EmptyState
          title="No model is selected"
          sentence="Choose a model below the message box, then open the code again."
        />
      ) : open ? (
        <Code spec={{ ...rest, modelId }} attention={attention} />
      ) : null}
    </Dialog>
  );
}

function Code({ spec, attention }: { spec: CodeSpec; attention: boolean }) {
  const origin = useOrigin('');
  const { messages, character, modelId } = spec;
  const instructions = usePreferences().data?.preferences.instructions ?? '';
  const settings = useMemo(() => withInstructions(spec.settings, instructions), [spec.settings, instructions]);
  const { body, ending } = useMemo(
    () => codeRequest({ messages, settings, character, modelId }),
    [messages, settings, character, modelId],
  );
  const short = useMemo(() => shortened(body), [body]);
  const samples = useMemo(() => codeSamples(short, origin, shownServiceId()), [short, origin]);
  const whole = (language: string) =>
    codeSamples(body, origin, shownServiceId()).find((sample) => sample.language === language)?.code ?? '';
  return (
    <>
      <SampleTabs samples={samples} label="Code" origin={origin} whole={whole} />
      <ul className="mt-3 flex flex-col gap-1 text-sm text-muted empty:hidden">
        {ENDINGS[ending] === null ? null : <li>{ENDINGS[ending]}</li>}
        {short === body ? null : <li>Attachments are shortened here. “Copy sample” copies them in full.</li>}
        {attention ? <li>A chat setting is invalid. The code contains only valid settings.</li> : null}
      </ul>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-muted">
          The key is read from the environment variable <code className="font-mono">{KEY_VARIABLE}</code>.
        </p>
        <ButtonLink href="/keys" size="small">
          Create a key
        </ButtonLink>
      </div>
    </>
  );
}

const ENDINGS: Record<CodeRequest['ending'], ReactNode> = {
  own: null,
  example: 'No messages yet: this one is an example.',
  placeholder: `Your next message goes at the end. “${NEXT_QUESTION}” is a placeholder for it.`,
};
