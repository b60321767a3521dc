import type { Metadata } from 'next';
import { UsageView } from '@/components/usage/usage-view';

export const metadata: Metadata = { title: 'Usage' };

/** The account's usage and its cost. */
export default function UsagePage() {
  return <UsageView />;
}
