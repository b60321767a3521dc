'use client';

import { ServiceLogo } from '@/components/account/services/service-logo';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/show/relative-time';
import type { ServiceView } from '@/lib/accounts/contract';
import { SIGN_IN_SERVICES } from '@/lib/core/sign-in-services';
import { useConnectService, useDisconnectService } from './use-services';

/** One service: the connected identity, if any, and a button to connect or disconnect. */
export function ServiceRow({ view: { service, connected, available, onlyWayIn } }: { view: ServiceView }) {
  const connect = useConnectService();
  const disconnect = useDisconnectService();
  const name = SIGN_IN_SERVICES[service];
  const failure = connect.error ?? disconnect.error;
  return (
    <li className="flex flex-col gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-56 items-start gap-3">
          <span className="mt-1">
            <ServiceLogo service={service} />
          </span>
          <div className="min-w-0">
            <h3 className="font-medium">{name}</h3>
            <p className="text-sm wrap-anywhere text-muted">
              {connected ? (
                <>
                  {connected.label}, connected <RelativeTime at={connected.connectedAt} />
                  {available ? null : '. Sign-in with it is turned off here'}
                </>
              ) : (
                'Not connected'
              )}
            </p>
            {onlyWayIn ? (
              <p className="text-sm text-muted">
                It is the only way to sign in to this account, so it cannot be disconnected.
              </p>
            ) : null}
          </div>
        </div>
        {!connected ? (
          <Button
            size="small"
            aria-label={`Connect ${name}`}
            busy={connect.isPending || connect.isSuccess}
            onClick={() => connect.mutate(service)}
          >
            Connect
          </Button>
        ) : onlyWayIn ? null : (
          <Button
            size="small"
            aria-label={`Disconnect ${name}`}
            busy={disconnect.isPending}
            onClick={() => disconnect.mutate(service)}
          >
            Disconnect
          </Button>
        )}
      </div>
      {failure ? <FailureNotice failure={failure} /> : null}
      <p role="status" className="sr-only">
        {disconnect.isSuccess && !connected ? `${name} is disconnected.` : ''}
      </p>
    </li>
  );
}
