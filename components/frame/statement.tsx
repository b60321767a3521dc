import type { ReactNode } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { Brand } from './brand';
import { MoneyMark } from './money-mark';

/** A page with a single message: what happened, what to do, and a reference to copy if there is one. */
export function Statement({
  title,
  sentence,
  reference,
  children,
}: {
  title: string;
  sentence: ReactNode;
  reference?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <main className="mx-auto flex min-h-[80dvh] w-full max-w-measure flex-col justify-center gap-6 px-4 py-12 md:px-6">
      <div className="flex items-center gap-3">
        <Brand />
        <MoneyMark />
      </div>
      <div>
        <h1 className="text-2xl font-semibold text-balance">{title}</h1>
        <p className="mt-2 text-lg text-muted">{sentence}</p>
        {reference ? (
          <p className="mt-3 flex items-center gap-1 text-muted">
            Reference <span className="figure-text text-sm">{reference}</span>
            <CopyButton text={reference} label="Copy reference" />
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-3">{children}</div>
    </main>
  );
}
