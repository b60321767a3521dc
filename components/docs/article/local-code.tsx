'use client';

import { useOrigin } from '@/components/frame/use-origin';
import { CodeBlock } from '@/components/ui/show/code-block';

/**
 * Sample code with the origin that the visitor uses.
 * @param origin the installation's configured origin, as it appears in the code
 */
export function LocalCode({ code, label, origin }: { code: string; label: string; origin: string }) {
  const here = useOrigin(origin);
  return (
    <CodeBlock
      code={code.replaceAll(origin, here)}
      label={label}
      className="overflow-hidden rounded-panel border border-line"
    />
  );
}
