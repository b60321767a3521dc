import { classNames } from '@/components/ui/class-names';

/** Why nothing was sent, shown where the user tried; renders nothing without a message. */
export function Refusal({ message, className }: { message: string | null; className?: string }) {
  if (message === null) return null;
  return (
    <p role="alert" data-testid="refusal" className={classNames('text-sm text-stop wrap-anywhere', className)}>
      {message}
    </p>
  );
}
