import { Check, X } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';
import type { PaymentState } from './payment-state';

const STEPS = ['Quote', 'Sign', 'Confirm', 'Credit'] as const;

/** The step that a payment is at; one after the last means that all are done. */
const CURRENT: Record<PaymentState['step'], number> = {
  choosing: 0,
  signing: 1,
  sending: 2,
  unanswered: 2,
  pending: 2,
  failed: 2,
  credited: STEPS.length,
};

/** Where the payment is, in four steps. */
export function StepLine({ step }: { step: PaymentState['step'] }) {
  const current = CURRENT[step];
  return (
    <ol aria-label="Steps of the payment" className="flex items-center justify-between gap-2">
      {STEPS.map((name, index) => {
        const isDone = index < current;
        const isCurrent = index === current;
        const isFailed = isCurrent && step === 'failed';
        return (
          <li
            key={name}
            aria-current={isCurrent ? 'step' : undefined}
            className={classNames(
              'flex items-center gap-1.5 text-sm sm:gap-2 sm:not-first:flex-1 sm:not-first:before:h-px sm:not-first:before:flex-1',
              isDone || isCurrent ? 'sm:not-first:before:bg-ink/40' : 'sm:not-first:before:bg-line',
            )}
          >
            <span
              aria-hidden
              className={classNames(
                'flex size-5 shrink-0 items-center justify-center rounded-full border text-xs tabular-nums [&_svg]:size-3',
                isFailed
                  ? 'border-stop bg-stop text-paper'
                  : isDone
                    ? 'border-ink bg-ink text-paper'
                    : isCurrent
                      ? 'border-signal text-ink'
                      : 'border-edge text-muted',
              )}
            >
              {isFailed ? <X /> : isDone ? <Check /> : index + 1}
            </span>
            <span className={classNames(isCurrent ? 'font-medium' : 'text-muted')}>{name}</span>
            {isDone ? (
              <span className="sr-only"> (done)</span>
            ) : isFailed ? (
              <span className="sr-only"> (failed)</span>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
