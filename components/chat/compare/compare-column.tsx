'use client';

import { MessageSquare, X } from 'lucide-react';
import { ButtonLink } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import type { TextWireModel } from '@/lib/models/contract';
import { nameOf } from '@/lib/client/models';
import type { SendState } from '../sending/send-state';
import { JumpToLatest } from '../column/jump-to-latest';
import { ModelPicker } from '../composer/model-picker';
import { Messages } from '../message/messages';
import { useStickToBottom } from '../use-stick-to-bottom';
import type { CompareColumn as Column } from './use-compare';

/**
 * One model and its answers.
 * @param inView whether it is the column shown on phones
 * @param onRemove null if it cannot be removed
 */
export function CompareColumn({
  column: { chat, modelId, messages, versionOf, answering, actions },
  inView,
  sendState,
  models,
  pending,
  onChoose,
  onRemove,
}: {
  column: Column;
  inView: boolean;
  sendState: SendState;
  models: TextWireModel[];
  pending: boolean;
  onChoose: (modelId: string) => void;
  onRemove: (() => void) | null;
}) {
  const { model } = sendState;
  const name = model ? nameOf(model) : 'No model';
  const { box, content, atBottom, toBottom } = useStickToBottom(messages.length === 0 ? null : (chat?.id ?? null));
  return (
    <section
      aria-label={name}
      data-testid="compare-column"
      className={classNames('min-w-0 flex-1 flex-col md:flex', inView ? 'flex' : 'hidden')}
    >
      <header className="@container flex min-h-13 shrink-0 items-center gap-1 border-b border-line px-2 py-1">
        <div className="flex min-w-0 flex-1">
          <ModelPicker
            models={models}
            pending={pending}
            value={model}
            unknownId={modelId}
            onChange={onChoose}
            stacked
          />
        </div>
        {chat ? (
          <ButtonLink href={`/chat?id=${encodeURIComponent(chat.id)}`} kind="plain" size="small" title="Open as chat">
            <MessageSquare aria-hidden />
            <span className="@max-md:sr-only">Open as chat</span>
          </ButtonLink>
        ) : null}
        {onRemove ? <IconButton label={`Remove ${name}`} icon={<X />} size="small" onClick={onRemove} /> : null}
      </header>
      <div className="relative min-h-0 flex-1">
        <div ref={box} className="relative h-full overflow-y-auto overscroll-contain">
          <div ref={content} className="mx-auto w-full max-w-chat px-4 py-6">
            {messages.length === 0 ? (
              <p className="text-muted">The answer from {name} will appear here, with its receipt.</p>
            ) : (
              <Messages
                messages={messages}
                versionOf={versionOf}
                models={models}
                sendState={sendState}
                silent
                busy={answering}
                actions={actions}
              />
            )}
          </div>
        </div>
        {atBottom || messages.length === 0 ? null : <JumpToLatest onJump={toBottom} />}
      </div>
    </section>
  );
}
