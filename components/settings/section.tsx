import { useId, type ReactNode } from 'react';

/** One part of the settings: what it is, one sentence, and what can be done. */
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

/** What became of the last attempt, beside its button; read out when it changes. */
export function Outcome({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="min-w-0 text-sm text-muted">
      {children}
    </p>
  );
}
