'use client';

import { useOrigin } from '@/components/frame/use-origin';
import { CodeBlock } from '@/components/ui/show/code-block';

/**
 * Code of a guide with the address that the reader came by.
 * @param origin the installation as its settings name it, which the code has
 */
export function HereCode({ code, label, origin }: { code: string; label: string; origin: string }) {
  const here = useOrigin(origin);
  return (
    <CodeBlock
      code={code.replaceAll(origin, here)}
      label={label}
      className="overflow-hidden rounded-panel border border-line"
    />
  );
}
