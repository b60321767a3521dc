import type { Detail } from '../details/bounds';
import { classNames } from '@/components/ui/class-names';

/** API fields are shown as code; everything else is text. */
const FIELD = /^[a-z]+(_[a-z]+)*$/;

/** A list of terms and values. */
export function DetailList({ details }: { details: readonly Detail[] }) {
  return (
    <dl className="grid grid-cols-[9rem_minmax(0,1fr)] gap-x-4 text-sm">
      {details.map(({ term, value }) => (
        <div key={term} className="col-span-2 grid grid-cols-subgrid border-t border-line py-2">
          <dt className={classNames('text-muted', FIELD.test(term) && 'font-mono text-xs leading-5')}>{term}</dt>
          <dd className="tabular-nums wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
