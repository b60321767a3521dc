import { classNames } from '@/components/ui/class-names';

const TONES: Record<string, string> = { GET: 'text-muted', DELETE: 'text-stop' };

/** An endpoint's HTTP method. */
export function MethodBadge({ method, className }: { method: string; className?: string }) {
  return (
    <span className={classNames('figure-text shrink-0 base:text-xs', TONES[method] ?? 'text-signal-ink', className)}>
      {method}
    </span>
  );
}
