import { Wallet } from 'lucide-react';

/** A wallet's own icon. Only one that is part of the page is shown: others would be loaded from elsewhere. */
export function WalletIcon({ icon }: { icon?: string | undefined }) {
  const own = icon?.trim();
  if (!own?.startsWith('data:image/')) {
    return (
      <span className="flex size-6 shrink-0 items-center justify-center">
        <Wallet aria-hidden className="text-muted" />
      </span>
    );
  }
  return (
    <picture className="contents">
      <img alt="" src={own} className="size-6 shrink-0 rounded-control object-contain" />
    </picture>
  );
}
