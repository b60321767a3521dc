import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { ModelsView } from '@/components/models/list/models-view';
import { visitorOfPage } from '@/lib/pages/visitor';

export const metadata: Metadata = {
  title: 'Models',
  description: 'All available models: abilities, context, prices, speed.',
};

/** The catalog, public. */
export default async function ModelsPage() {
  const visitor = await visitorOfPage(await headers());
  return (
    <NuqsAdapter>
      <ModelsView signedIn={visitor !== null} />
    </NuqsAdapter>
  );
}
