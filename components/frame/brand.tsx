import { classNames } from '@/components/ui/class-names';

/** The logo: a ticket with a notch on either side and a perforated line in the accent color. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className={classNames('size-6 shrink-0', className)}>
      <path
        className="fill-ink"
        d="M5.5 2h13A1.5 1.5 0 0 1 20 3.5v10.25a1.75 1.75 0 0 0 0 3.5v3.25a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 20.5v-3.25a1.75 1.75 0 0 0 0-3.5V3.5A1.5 1.5 0 0 1 5.5 2Z"
      />
      <path className="stroke-paper" strokeWidth="1.75" strokeLinecap="round" d="M8 7h8M8 11h4.5" />
      <path className="stroke-signal" strokeWidth="2" strokeLinecap="round" strokeDasharray="0.1 2.9" d="M7.7 15.5h9" />
    </svg>
  );
}

/** The logo with the name. */
export function Brand({ className }: { className?: string }) {
  return (
    <span className={classNames('flex items-center gap-2 text-lg font-semibold tracking-tight', className)}>
      <BrandMark />
      Farebox
    </span>
  );
}
