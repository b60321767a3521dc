import { useId, type ReactNode } from 'react';

/** A section of the settings: title, one sentence, and controls. */
export function Section({ title, sentence, children }: { title: string; sentence: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 border-t border-line pt-6">
      <div>
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        <p className="mt-1 max-w-prose text-muted">{sentence}</p>
      </div>
      {children}
    </section>
  );
}

/** The result of the last attempt, next to its button; announced when it changes. */
export function Outcome({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="min-w-0 text-sm text-muted">
      {children}
    </p>
  );
}
