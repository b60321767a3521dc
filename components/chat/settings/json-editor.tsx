'use client';

import { Field } from '@base-ui/react/field';
import { useMemo, type ComponentProps } from 'react';
import { classNames } from '@/components/ui/class-names';
import { usePainter } from '../markdown/use-painter';
import '../markdown/code-colors.css';

/** Both layers must break lines alike. */
const LAYER =
  'w-full rounded-control border px-3 py-2 font-mono text-sm leading-5 whitespace-pre-wrap wrap-anywhere pointer-coarse:text-lg pointer-coarse:leading-6';

/**
 * A field for JSON with syntax colors: the colored text lies under the field's own, which is transparent. Inside a
 * `Field` it gets its label and description.
 */
export function JsonEditor({
  value,
  className,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'value' | 'rows'> & { value: string }) {
  const painter = usePainter('json');
  const lines = useMemo(() => painter?.(value) ?? null, [painter, value]);
  return (
    <div className={classNames('overflow-y-auto rounded-control bg-surface', className)}>
      <div className="relative">
        <pre aria-hidden className={classNames('code-colors pointer-events-none min-h-24 border-transparent', LAYER)}>
          {lines?.map((line, row) => (
            <span key={row}>
              {line.map(({ text, color }, at) => (
                <span key={at} style={{ color }}>
                  {text}
                </span>
              ))}
              {'\n'}
            </span>
          )) ?? <span className="invisible">{`${value}\n`}</span>}
        </pre>
        <Field.Control
          render={<textarea {...rest} value={value} spellCheck={false} autoCapitalize="off" autoComplete="off" />}
          className={classNames(
            'absolute inset-0 h-full resize-none overflow-hidden border-edge bg-transparent caret-ink transition-[border-color] hover:border-muted focus-visible:border-signal data-invalid:border-stop',
            LAYER,
            lines === null ? 'text-ink' : 'text-transparent',
          )}
        />
      </div>
    </div>
  );
}
