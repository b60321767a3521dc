import type { ComponentProps } from 'react';

/** A picture out of this browser: it is loaded from nowhere, so that nothing can be made smaller on the way. */
export function Picture({ alt, ...rest }: ComponentProps<'img'> & { alt: string }) {
  return (
    <picture className="contents">
      <img alt={alt} decoding="async" {...rest} />
    </picture>
  );
}
