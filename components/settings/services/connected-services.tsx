'use client';

import { useSearchParams } from 'next/navigation';
import { refusalSentence } from '@/components/account/refusal-sentence';
import { FailureNotice } from '@/components/frame/failure-notice';
import { apiFailure } from '@/lib/client/failure';
import { Section } from '../section';
import { ServiceRow } from './service-row';
import { useServices } from './use-services';

/** The settings for signing in with GitHub and Google; renders nothing if the installation has neither. */
export function ConnectedServices() {
  const services = useServices();
  const query = useSearchParams();
  const refusal = refusalSentence(query.get('error'), query.get('service'));
  if (services.isPending || (services.data?.services.length === 0 && !refusal)) return null;
  return (
    <Section
      title="Connected services"
      sentence="Sign in to this account through these services, without a password. A new password does not remove the connections."
    >
      {refusal ? <FailureNotice failure={apiFailure({ message: refusal })} /> : null}
      {services.data ? (
        <ul className="divide-y divide-line rounded-panel border border-line bg-surface">
          {services.data.services.map((row) => (
            <ServiceRow key={row.service} view={row} />
          ))}
        </ul>
      ) : (
        <FailureNotice
          failure={services.error}
          what="The connected services could not be loaded."
          onRetry={() => void services.refetch()}
        />
      )}
    </Section>
  );
}
