import type { ReactNode } from 'react';

/** The header of a console page: title, a one-sentence description, and the primary action on the right. */
export function PageHeader({ title, sentence, action }: { title: string; sentence: ReactNode; action?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="min-w-0 flex-1 basis-64">
        <h1 className="text-xl font-semibold">{title}</h1>
        <p className="mt-1 max-w-prose text-balance text-muted">{sentence}</p>
      </div>
      {action}
    </header>
  );
}

/** The content column of a console page. */
export function PageColumn({ children }: { children: ReactNode }) {
  return <div className="mx-auto flex w-full max-w-console flex-col gap-6 px-4 py-6 md:px-6 md:py-8">{children}</div>;
}
