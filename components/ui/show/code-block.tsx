import { classNames } from '../class-names';
import { CopyButton } from '../copy-button';
import { ColoredCode, type CodeLine } from './colored-code';

/**
 * A code block that scrolls horizontally, beside its copy button.
 * @param label the accessible name of the block and the copy button, e.g. `curl request`
 * @param lines the same code in colors
 * @param copy false if there is a copy button elsewhere
 */
export function CodeBlock({
  code,
  lines,
  label,
  copy = true,
  className,
}: {
  code: string;
  lines?: readonly CodeLine[] | undefined;
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
        <code>
          <ColoredCode code={code} lines={lines} />
        </code>
      </pre>
      {copy ? <CopyButton text={code} label={`Copy ${label}`} className="m-2 -outline-offset-2" /> : null}
    </div>
  );
}
