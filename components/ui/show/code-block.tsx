import { classNames } from '../class-names';
import { CopyButton } from '../copy-button';

/**
 * A code block that scrolls horizontally.
 * @param label the accessible name of the block and the copy button, e.g. `curl request`
 * @param copy false if there is a copy button elsewhere
 */
export function CodeBlock({
  code,
  label,
  copy = true,
  className,
}: {
  code: string;
  label: string;
  copy?: boolean;
  className?: string;
}) {
  return (
    <div className={classNames('relative bg-sunken', className)}>
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className={classNames('overflow-x-auto p-4 font-mono text-sm leading-5 -outline-offset-2', copy && 'pr-14')}
      >
        <code>{code}</code>
      </pre>
      {copy ? <CopyButton text={code} label={`Copy ${label}`} className="absolute top-2 right-2 bg-sunken" /> : null}
    </div>
  );
}
