import { Lock, Network } from 'lucide-react';
import { Badge } from '@/components/ui/show/badge';
import type { ProviderView } from '@/lib/connected/contract';
import { kindText } from './provider-labels';

const SOURCES = { console: null, service_file: 'Service file', environment: 'Environment' } as const;

/** What a provider is, where it was configured, and whether it is on a private network. */
export function ProviderBadges({ provider }: { provider: ProviderView }) {
  const { source, privateAddress, enabled, problem } = provider;
  const configured = SOURCES[source];
  return (
    <>
      {problem === null ? null : <Badge tone="warn">Not used</Badge>}
      {enabled ? null : <Badge>Disabled</Badge>}
      <Badge>{kindText(provider)}</Badge>
      {privateAddress ? (
        <Badge tone="ink">
          <Network aria-hidden />
          Private network
        </Badge>
      ) : null}
      {configured === null ? null : (
        <Badge>
          <Lock aria-hidden />
          {configured}
        </Badge>
      )}
    </>
  );
}
