'use client';

import { useState } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/overlay/drawer';
import { EmptyState } from '@/components/ui/show/empty-state';
import { WarnNote } from '@/components/ui/show/warn-note';
import { Switch } from '@/components/ui/switch';
import type { ConnectedModelView, ProvidersView, ProviderView } from '@/lib/connected/contract';
import { Section } from '../accounts/section';
import { ConnectionSection } from './connection/connection-section';
import { ModelPicker } from './models/model-picker';
import { ServedModels } from './models/served-models';
import { ProviderBadges } from './provider-badges';
import { RemoveSection } from './remove-section';
import { useChangeProvider, useRemoveProvider } from './use-providers';

/** One connected provider: whether it serves, its models, how it is reached, and its removal. */
export default function ProviderDrawer({
  id,
  view,
  open,
  onClose,
  onOpenModel,
}: {
  id: string;
  view: ProvidersView | undefined;
  open: boolean;
  onClose: () => void;
  onOpenModel: (key: string) => void;
}) {
  const provider = view?.providers.find((one) => one.id === id && one.source === 'console');
  const models = view?.models.filter(({ upstreams }) => upstreams.some((upstream) => upstream.provider === id)) ?? [];
  return (
    <Drawer
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={id}
      className="max-w-dialog max-sm:max-w-full"
    >
      {view && !provider && open ? (
        <EmptyState
          title="Provider not found"
          sentence="It may have been removed."
          action={<Button onClick={onClose}>Show all providers</Button>}
          className="border-t-0 pt-0"
        />
      ) : null}
      {provider && view ? (
        <About key={id} {...{ provider, models, onOpenModel, onClose }} canEdit={view.editing.possible} />
      ) : null}
    </Drawer>
  );
}

function About({
  provider,
  models,
  canEdit,
  onOpenModel,
  onClose,
}: {
  provider: ProviderView;
  models: ConnectedModelView[];
  canEdit: boolean;
  onOpenModel: (key: string) => void;
  onClose: () => void;
}) {
  const change = useChangeProvider(provider.id);
  const remove = useRemoveProvider(provider.id);
  const [enabled, setEnabled] = useState(provider.enabled);
  const [seen, setSeen] = useState(provider.enabled);
  if (seen !== provider.enabled) {
    setSeen(provider.enabled);
    setEnabled(provider.enabled);
  }
  const only = models.filter(({ upstreams }) => upstreams.every((upstream) => upstream.provider === provider.id));
  return (
    <div className="flex flex-col gap-6 divide-y divide-line [&>*]:pb-6 [&>*:last-child]:pb-0">
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap gap-2">
          <ProviderBadges provider={provider} />
        </div>
        {provider.problem === null ? null : <WarnNote title={provider.problem} />}
        {change.error ? <FailureNotice failure={change.error} what="The change was not saved." /> : null}
        <Switch
          label="Enabled"
          help="When off, no new requests go to it. Running requests finish."
          checked={enabled}
          disabled={!canEdit}
          onChange={(next) => {
            setEnabled(next);
            change.mutate({ enabled: next }, { onError: () => setEnabled(!next) });
          }}
        />
      </div>
      <Section title="Models" sentence="What it serves here. Only these are offered, each at its price.">
        <ServedModels models={models} onOpen={onOpenModel} />
        {canEdit ? <ModelPicker provider={provider} hasModels={models.length > 0} /> : null}
      </Section>
      {canEdit ? <ConnectionSection provider={provider} /> : null}
      {canEdit ? (
        <RemoveSection
          title="Remove provider"
          sentence={removeText(only.length)}
          verbs={{ ask: 'Remove provider', keep: 'Keep provider', confirm: 'Remove', busy: 'Removing' }}
          busy={remove.isPending}
          failure={remove.error}
          onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
        />
      ) : null}
    </div>
  );
}

function removeText(models: number): string {
  const key = 'Its key is deleted.';
  if (models === 0) return key;
  return `${key} ${models === 1 ? 'One model that only it serves is' : `${models} models that only it serves are`} removed, too. Running requests finish.`;
}
