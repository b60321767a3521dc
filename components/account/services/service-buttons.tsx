'use client';

import { useMutation } from '@tanstack/react-query';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { SIGN_IN_SERVICES, type SignInServiceName } from '@/lib/core/sign-in-services';
import { startAtService } from '../enter';
import { ServiceLogo } from './service-logo';

/**
 * The other sign-in services, under the form; nothing if none is configured.
 * @param next where they lead, a path of this site
 */
export function ServiceButtons({ services, next }: { services: SignInServiceName[]; next: string }) {
  const start = useMutation({ mutationFn: (service: SignInServiceName) => startAtService(service, next) });
  if (services.length === 0) return null;
  // Stays true once the address is known: the page remains visible until the service responds.
  const leaving = start.isPending || start.isSuccess;
  return (
    <div className="mt-6 flex flex-col gap-3">
      <p className="mb-1 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
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
    </div>
  );
}
