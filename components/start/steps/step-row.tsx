import { Circle, CircleCheck } from 'lucide-react';
import { SnippetTabs } from '@/components/snippets/snippet-tabs';
import { Button, ButtonLink } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import type { Step } from './steps';

const CURL = ['curl'] as const;

/** A step: done, next, or later. @param apiKey the placeholder of a key in the sample */
export function StepRow({
  step,
  isNext,
  origin,
  apiKey,
  onInvite,
}: {
  step: Step;
  isNext: boolean;
  origin: string;
  apiKey: string;
  onInvite: () => void;
}) {
  const { id, title, sentence, done } = step;
  const Icon = done ? CircleCheck : Circle;
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-3 p-4 md:px-6"
    >
      <Icon
        aria-hidden
        className={classNames('mt-0.5 size-4', done ? 'text-go' : isNext ? 'text-ink' : 'text-muted')}
      />
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <h3 className={classNames('font-medium', done && 'text-muted')}>
            {title}
            <span className="sr-only">{done ? ', done' : isNext ? ', next' : ''}</span>
          </h3>
          {done ? null : <p className="mt-1 text-muted">{sentence}</p>}
        </div>
        {done ? null : <Action id={id} onInvite={onInvite} />}
      </div>
      {id === 'request' && isNext ? (
        <div className="col-start-2 min-w-0">
          <p className="mb-2 text-sm text-muted">Replace the dots with your key, then run it.</p>
          <SnippetTabs only={CURL} origin={origin} apiKey={apiKey} />
        </div>
      ) : null}
    </li>
  );
}

function Action({ id, onInvite }: { id: Step['id']; onInvite: () => void }) {
  switch (id) {
    case 'chat':
      return (
        <ButtonLink href="/chat" size="small">
          Open chat
        </ButtonLink>
      );
    case 'key':
      return (
        <ButtonLink href="/keys?create=1" size="small">
          Create key
        </ButtonLink>
      );
    case 'request':
      return null;
    case 'invite':
      return (
        <Button size="small" aria-haspopup="dialog" onClick={onInvite}>
          Invite
        </Button>
      );
  }
}
