import { useId, type ReactNode } from 'react';

/** A section of the drawer with a heading and an optional description. */
export function Section({ title, sentence, children }: { title: string; sentence?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div>
        <h3 id={id} className="text-base font-semibold">
          {title}
        </h3>
        {sentence ? <p className="text-sm text-muted">{sentence}</p> : null}
      </div>
      {children}
    </section>
  );
}
