import { CircleAlert, Info } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { ButtonLink } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import type { Notice } from './payment-state';

/**
 * Why nothing was signed, or what became of an earlier payment. Only a failure is shown as an error: declining is a
 * choice. The element is there without a notice too, because screen readers announce changes of what is on the page.
 * @param otherwise announced while there is no notice, and not visible
 */
export function NoticeLine({
  notice,
  otherwise = '',
  className,
}: {
  notice: Notice | null;
  otherwise?: string;
  className?: string;
}) {
  const isError = notice?.kind === 'failed';
  return (
    <div
      role={isError ? 'alert' : 'status'}
      className={
        notice === null
          ? 'sr-only'
          : classNames(
              'flex items-start gap-2 rounded-control border p-3 wrap-anywhere',
              isError ? 'border-stop/40 bg-stop/5' : 'border-line bg-sunken',
              className,
            )
      }
    >
      {notice === null ? otherwise : <Shown notice={notice} />}
    </div>
  );
}

function Shown({ notice: { kind, text, needsSignIn } }: { notice: Notice }) {
  const pathname = usePathname();
  const Icon = kind === 'failed' ? CircleAlert : Info;
  return (
    <>
      <Icon aria-hidden className={classNames('mt-0.5', kind === 'failed' ? 'text-stop' : 'text-muted')} />
      <p className="min-w-0 flex-1">{text}</p>
      {needsSignIn ? (
        <ButtonLink href={`/sign-in?next=${encodeURIComponent(pathname)}`} size="small">
          Sign in again
        </ButtonLink>
      ) : null}
    </>
  );
}
