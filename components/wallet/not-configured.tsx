import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/show/empty-state';

/** What each network needs (docs/operations.md, "Wallets"). */
const SETTINGS = [
  { network: 'Base', names: ['X402_PAY_TO_BASE', 'X402_BASE_RPC_URL', 'X402_BASE_SIGNER_KEY'] },
  { network: 'Solana', names: ['X402_PAY_TO_SOLANA', 'X402_SOLANA_RPC_URL', 'X402_SOLANA_SIGNER_KEY'] },
] as const;

/** The installation receives no payments: what the owner has to set, or whom everybody else asks. */
export function NotConfigured({ role }: { role: 'owner' | 'member' }) {
  if (role === 'member') {
    return (
      <EmptyState
        title="Payments are not set up here"
        sentence="This installation does not take payments by wallets yet. Ask its owner to set them up, or to add credit to your account."
      />
    );
  }
  return (
    <EmptyState
      title="Payments are not set up"
      sentence={
        <>
          To accept USDC, a digital US dollar, set three things for one network or both: the address that receives it, a
          node that shows what has arrived, and a key that pays the network’s fees. Then restart the server. The section
          “Wallets” of <code className="font-mono text-sm whitespace-nowrap text-ink">docs/operations.md</code> explains
          each setting.
        </>
      }
    >
      <dl className="flex max-w-measure flex-col gap-4">
        {SETTINGS.map(({ network, names }) => (
          <div key={network}>
            <dt className="mb-1 font-medium">{network}</dt>
            {names.map((name) => (
              <dd key={name} className="font-mono text-sm leading-6 text-muted wrap-anywhere">
                {name}
              </dd>
            ))}
          </div>
        ))}
      </dl>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <ButtonLink href="/admin">Open admin</ButtonLink>
        <p className="text-muted">Until then, add credit to accounts there.</p>
      </div>
    </EmptyState>
  );
}
