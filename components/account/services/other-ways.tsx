import type { SetupView } from '@/lib/accounts/contract';
import type { Network } from '@/lib/core/wallet';
import { WalletSignIn } from '../wallet-sign-in';
import { ServiceButtons } from './service-buttons';

/**
 * The other ways to sign in, under a form; nothing if none is configured.
 * @param next where they lead, a path of this site
 */
export function OtherWays({ setup: { services, wallets }, next }: { setup: SetupView; next: string }) {
  if (services.length === 0 && wallets.length === 0) return null;
  return (
    <div className="mt-6 flex flex-col gap-3">
      <p className="mb-1 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <ServiceButtons services={services} next={next} />
      {isAny(wallets) ? <WalletSignIn networks={wallets} next={next} /> : null}
    </div>
  );
}

const isAny = (networks: Network[]): networks is [Network, ...Network[]] => networks.length > 0;
