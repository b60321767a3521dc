import { classNames } from '@/components/ui/class-names';
import { Bar } from '@/components/ui/show/bar';
import { now } from '@/lib/client/now';
import type { Key } from '@/lib/keys/contract';
import { limitLines } from '../limits';
import { useKeySpend } from '../use-keys';

/** A key's limits as bars with captions; a muted placeholder, or nothing, if it has none. */
export function KeyLimits({ entry, none = null, className }: { entry: Key; none?: string | null; className?: string }) {
  const spent = useKeySpend().data?.keys.find(({ id }) => id === entry.id);
  const lines = limitLines(entry, now(), spent?.current);
  if (lines.length === 0) return none === null ? null : <span className="text-muted">{none}</span>;
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      {lines.map(({ currency, used, limit, text, tone }) => (
        <Bar
          key={currency}
          // A limit of zero is used up before anything is spent.
          value={limit === 0 ? 1 : used}
          of={limit === 0 ? 1 : limit}
          label={`${currency} limit`}
          text={text}
          tone={tone}
          className="tabular-nums"
        />
      ))}
    </div>
  );
}
