'use client';

import { useMutation } from '@tanstack/react-query';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { SIGN_IN_SERVICES, type SignInServiceName } from '@/lib/core/sign-in-services';
import { startAtService } from '../enter';
import { ServiceLogo } from './service-logo';

/**
 * The other sign-in services.
 * @param next where they lead, a path of this site
 */
export function ServiceButtons({ services, next }: { services: SignInServiceName[]; next: string }) {
  const start = useMutation({ mutationFn: (service: SignInServiceName) => startAtService(service, next) });
  // Stays true once the address is known: the page remains visible until the service responds.
  const leaving = start.isPending || start.isSuccess;
  return (
    <>
      {start.error ? <FailureNotice failure={start.error} /> : null}
      {services.map((service) => (
        <Button
          key={service}
          size="large"
          busy={leaving && start.variables === service}
          onClick={() => start.mutate(service)}
        >
          <ServiceLogo service={service} />
          Continue with {SIGN_IN_SERVICES[service]}
        </Button>
      ))}
    </>
  );
}
