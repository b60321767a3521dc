import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { ModelsView } from '@/components/models/list/models-view';

export const metadata: Metadata = {
  title: 'Models',
  description: 'All available models: abilities, context, prices.',
};

/** The catalog, public. */
export default function ModelsPage() {
  return (
    <NuqsAdapter>
      <ModelsView />
    </NuqsAdapter>
  );
}
