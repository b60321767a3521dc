'use client';

import { Plus } from 'lucide-react';
import { useId } from 'react';
import { ProviderBadges } from '@/components/admin/providers/provider-badges';
import { Button, ButtonLink } from '@/components/ui/button';
import { formatCount } from '@/components/ui/show/count-text';
import type { ProvidersView, ProviderView } from '@/lib/connected/contract';
import type { Start } from '../use-start-location';
import { canChooseModels } from './can-choose-models';

/** The providers that answer, and what is still missing. */
export function AnsweringProviders({ view, start }: { view: ProvidersView; start: Start }) {
  const id = useId();
  const { editing, providers, defaultModel } = view;
  const isAnswering = providers.some((provider) => provider.models > 0);
  // A local model is the default as long as nobody has chosen another one.
  const best = defaultModel?.source === 'embedded' ? null : defaultModel;
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-4 rounded-panel border border-line bg-surface p-4 md:p-6"
    >
      <div>
        <h2 id={id} className="text-base font-semibold">
          {isAnswering ? 'Models are ready' : 'Choose models'}
        </h2>
        <p className="mt-1 text-muted">
          {isAnswering
            ? best
              ? `New chats use ${best.name}.`
              : 'Choose one of their models in the chat.'
            : 'A provider is connected. It answers as soon as you choose which of its models to offer.'}
        </p>
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {providers.map((provider) => (
          <Row key={provider.id} provider={provider} canEdit={editing.possible} start={start} isFirst={!isAnswering} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        {isAnswering ? (
          <ButtonLink href={best ? `/chat?model=${encodeURIComponent(best.id)}` : '/chat'} kind="primary">
            Start chatting
          </ButtonLink>
        ) : null}
        {editing.possible ? (
          <Button onClick={start.connect}>
            <Plus aria-hidden />
            Connect another
          </Button>
        ) : null}
        <ButtonLink href="/admin?view=providers" kind="plain">
          Manage providers
        </ButtonLink>
      </div>
    </section>
  );
}

function Row({
  provider,
  canEdit,
  start,
  isFirst,
}: {
  provider: ProviderView;
  canEdit: boolean;
  start: Start;
  isFirst: boolean;
}) {
  const { id, problem, models } = provider;
  const canChoose = canEdit && models === 0 && canChooseModels(provider);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <span className="min-w-0 flex-1 basis-48">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">{id}</span>
          <ProviderBadges provider={provider} />
        </span>
        <span className="block text-sm text-muted">
          {problem ?? (models === 0 ? 'No models yet' : models === 1 ? '1 model' : `${formatCount(models)} models`)}
        </span>
      </span>
      {canChoose ? (
        <Button size="small" kind={isFirst ? 'primary' : 'quiet'} onClick={() => start.chooseModels(id, null)}>
          Choose models
        </Button>
      ) : null}
    </li>
  );
}
