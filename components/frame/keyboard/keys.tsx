import { classNames } from '@/components/ui/class-names';

/** Keyboard keys, for sighted users; the action's label is separate. @param keys separated by spaces, e.g. `g k` */
export function Keys({ keys, className }: { keys: string; className?: string }) {
  return (
    <span aria-hidden className={classNames('flex shrink-0 gap-1 base:pointer-coarse:hidden', className)}>
      {keys.split(' ').map((key, index) => (
        <kbd
          key={index}
          className="flex h-5 min-w-5 items-center justify-center rounded-control border border-line bg-sunken px-1 font-sans text-xs text-muted"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
