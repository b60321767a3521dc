'use client';

import { ModelPickerForm } from '@/components/admin/providers/models/model-picker';
import type { ProviderView } from '@/lib/connected/contract';
import { SetupStep } from './setup-step';

/**
 * Chooses the models of a connected provider.
 * @param tested the provider's name of the model that answered the test call: it is chosen at first
 * @param hasDefault whether a connected model is the default already; if not, the first one becomes it
 */
export function ChooseModels({
  provider,
  tested,
  hasDefault,
  onDone,
}: {
  provider: ProviderView;
  tested: string | null;
  hasDefault: boolean;
  onDone: () => void;
}) {
  return (
    <SetupStep
      title={`${provider.id} is connected`}
      sentence={
        hasDefault
          ? 'Choose the models to offer, each at its price. You can change them under Admin.'
          : 'Choose the models to offer, each at its price. New chats use the first one. You can change all of it under Admin.'
      }
      back="Not now"
      onBack={onDone}
    >
      <ModelPickerForm
        provider={provider}
        suggested={tested}
        firstIsDefault={!hasDefault}
        heading="h3"
        onDone={onDone}
      />
    </SetupStep>
  );
}
