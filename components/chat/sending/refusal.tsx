import { classNames } from '@/components/ui/class-names';

/** Why nothing was sent, in the place where it was asked for; nothing without words. */
export function Refusal({ message, className }: { message: string | null; className?: string }) {
  if (message === null) return null;
  return (
    <p role="alert" data-testid="refusal" className={classNames('text-sm text-stop wrap-anywhere', className)}>
      {message}
    </p>
  );
}
