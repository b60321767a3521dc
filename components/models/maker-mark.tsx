import { classNames } from '@/components/ui/class-names';
import type { WireModel } from '@/lib/models/contract';
import { makerOf, markOf } from './details/makers';

/** The letters of a model's maker; screen readers get the maker's name if it is known. */
export function MakerMark({ model, className }: { model: WireModel; className?: string }) {
  const maker = makerOf(model);
  return (
    <span
      title={maker?.name}
      className={classNames(
        'flex size-8 shrink-0 items-center justify-center rounded-control border border-line bg-sunken text-xs font-semibold text-muted select-none',
        className,
      )}
    >
      <span aria-hidden>{markOf(model)}</span>
      {maker ? <span className="sr-only">{maker.name}: </span> : null}
    </span>
  );
}
