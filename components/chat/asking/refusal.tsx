import { classNames } from '@/components/ui/class-names';

/** Why nothing was sent, in the place where it was asked for; nothing without words. */
export function Refusal({ words, className }: { words: string | null; className?: string }) {
  if (words === null) return null;
  return (
    <p role="alert" data-testid="refusal" className={classNames('text-sm text-stop wrap-anywhere', className)}>
      {words}
    </p>
  );
}
