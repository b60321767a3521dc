import type { Metadata } from 'next';
import { UsageView } from '@/components/usage/usage-view';

export const metadata: Metadata = { title: 'Usage' };

/** What the visitor's account used, and what it cost. */
export default function UsagePage() {
  return <UsageView />;
}
