import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { LimitsView } from '@/components/limits/limits-view';

export const metadata: Metadata = { title: 'Limits' };

/** The visitor's current limits. */
export default function LimitsPage() {
  return (
    <NuqsAdapter>
      <LimitsView />
    </NuqsAdapter>
  );
}
