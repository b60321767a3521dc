import { MessageSquare } from 'lucide-react';
import Link from 'next/link';
import { ButtonLink } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { WarnNote } from '@/components/ui/show/warn-note';
import type { WireModel } from '@/lib/models/contract';
import { nameOf } from '@/lib/client/models';
import { deprecationOf } from '../details/deprecation';
import { pathOf } from '../details/types';
import { AbilityIcons, StateBadges } from '../badges';
import { MakerMark } from '../maker-mark';

/** Name, ID, description, and a button to chat with the model; first of all, anything its users must know. */
export function ModelHead({ model, signedIn }: { model: WireModel; signedIn: boolean }) {
  const { description, offline } = model.model_spec;
  return (
    <header className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-64">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <MakerMark model={model} />
            <h1 className="text-xl font-semibold wrap-anywhere">{nameOf(model)}</h1>
            <StateBadges model={model} />
          </div>
          <p className="flex min-w-0 items-center gap-1">
            <span className="min-w-0 truncate font-mono text-sm text-muted" title={model.id}>
              {model.id}
            </span>
            <CopyButton text={model.id} label="Copy ID" className="-my-2" />
          </p>
          {description ? <p className="mt-1 max-w-prose wrap-anywhere text-muted">{description}</p> : null}
          <AbilityIcons model={model} className="mt-3" />
        </div>
        {model.type === 'text' && !offline ? <TryIt id={model.id} signedIn={signedIn} /> : null}
      </div>
      {offline ? (
        <WarnNote title="This model is offline">
          <p className="text-muted">It is listed, but requests are refused until the operator enables it.</p>
        </WarnNote>
      ) : null}
      <DeprecationNotice model={model} />
    </header>
  );
}

function TryIt({ id, signedIn }: { id: string; signedIn: boolean }) {
  const chat = `/chat?model=${encodeURIComponent(id)}`;
  return (
    <ButtonLink href={signedIn ? chat : `/sign-in?next=${encodeURIComponent(chat)}`} kind="primary">
      <MessageSquare aria-hidden />
      {signedIn ? 'Try it' : 'Sign in and try it'}
    </ButtonLink>
  );
}

function DeprecationNotice({ model }: { model: WireModel }) {
  const leaving = deprecationOf(model);
  if (!leaving) return null;
  const { replacement, sentence } = leaving;
  return (
    <WarnNote title="This model is deprecated">
      <p className="wrap-anywhere text-muted">
        {sentence}{' '}
        {replacement === null ? null : (
          <Link href={pathOf(replacement)} prefetch={false} className="text-ink underline underline-offset-4">
            View {replacement}
          </Link>
        )}
      </p>
    </WarnNote>
  );
}
