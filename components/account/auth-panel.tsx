import type { ReactNode } from 'react';

/** The layout of the sign-in pages, in one column: title, description, form, and a link to the alternative. */
export function AuthPanel({
  title,
  sentence,
  footer,
  children,
}: {
  title: string;
  sentence: ReactNode;
  footer?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="w-full max-w-form">
      <h1 className="text-xl font-semibold">{title}</h1>
      <p className="mt-1 text-muted">{sentence}</p>
      {children ? <div className="mt-6">{children}</div> : null}
      {footer ? <p className="mt-6 border-t border-line pt-4 text-muted">{footer}</p> : null}
    </div>
  );
}
