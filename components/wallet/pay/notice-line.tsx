import { CircleAlert, Info } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { ButtonLink } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import type { Notice } from './payment-state';

/** Why nothing was signed. Declining is a choice, so it is not shown as an error. */
export function NoticeLine({ notice: { kind, text, needsSignIn }, className }: { notice: Notice; className?: string }) {
  const pathname = usePathname();
  const isCalm = kind === 'declined';
  const Icon = isCalm ? Info : CircleAlert;
  return (
    <div
      role={isCalm ? 'status' : 'alert'}
      className={classNames(
        'flex items-start gap-2 rounded-control border p-3 wrap-anywhere',
        isCalm ? 'border-line bg-sunken' : 'border-stop/40 bg-stop/5',
        className,
      )}
    >
      <Icon aria-hidden className={classNames('mt-0.5', isCalm ? 'text-muted' : 'text-stop')} />
      <p className="min-w-0 flex-1">{text}</p>
      {needsSignIn ? (
        <ButtonLink href={`/sign-in?next=${encodeURIComponent(pathname)}`} size="small">
          Sign in again
        </ButtonLink>
      ) : null}
    </div>
  );
}
