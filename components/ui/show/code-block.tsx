import { classNames } from '../class-names';
import { CopyButton } from '../copy-button';

/**
 * A code block that scrolls horizontally, beside its copy button.
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
    <div className={classNames('flex items-start bg-sunken', className)}>
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className="min-w-0 flex-1 overflow-x-auto p-4 font-mono text-sm leading-5 -outline-offset-2"
      >
        <code>{code}</code>
      </pre>
      {copy ? <CopyButton text={code} label={`Copy ${label}`} className="m-2 -outline-offset-2" /> : null}
    </div>
  );
}
