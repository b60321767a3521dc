import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { LimitsView } from '@/components/limits/limits-view';

export const metadata: Metadata = { title: 'Limits' };

/** What the visitor's account may still do now. */
export default function LimitsPage() {
  return (
    <NuqsAdapter>
      <LimitsView />
    </NuqsAdapter>
  );
}
