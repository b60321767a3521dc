'use client';

import { useOrigin } from '@/components/frame/use-origin';
import { CodeBlock } from '@/components/ui/show/code-block';
import { replaceInLines, type CodeLine } from '@/components/ui/show/colored-code';

/**
 * Sample code with the origin that the visitor uses.
 * @param origin the installation's configured origin, as it appears in the code
 */
export function LocalCode({
  code,
  lines,
  label,
  origin,
}: {
  code: string;
  lines: readonly CodeLine[];
  label: string;
  origin: string;
}) {
  const here = useOrigin(origin);
  return (
    <CodeBlock
      code={code.replaceAll(origin, here)}
      lines={replaceInLines(lines, origin, here)}
      label={label}
      className="overflow-hidden rounded-panel border border-line"
    />
  );
}
