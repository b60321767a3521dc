'use client';

import { ModelPickerForm } from '@/components/admin/providers/models/model-picker';
import type { DefaultModel, ProviderView } from '@/lib/connected/contract';
import { SetupStep } from './setup-step';

/**
 * Chooses the models of a connected provider.
 * @param tested the provider's name of the model that answered the test call: it is chosen at first
 * @param defaultModel what new chats use; the first one that is chosen replaces it unless somebody has chosen it
 */
export function ChooseModels({
  provider,
  tested,
  defaultModel,
  onDone,
}: {
  provider: ProviderView;
  tested: string | null;
  defaultModel: DefaultModel | null;
  onDone: () => void;
}) {
  const hasDefault = defaultModel?.source === 'console' || defaultModel?.source === 'service_file';
  return (
    <SetupStep
      title={`${provider.id} is connected`}
      sentence={
        hasDefault
          ? `Choose the models to offer, each at its price. New chats go on with ${defaultModel.name}. You can change all of it under Admin.`
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
