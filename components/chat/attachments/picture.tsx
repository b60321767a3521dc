import type { ComponentProps } from 'react';

/** An image from a `data:` URL. Nothing is downloaded, so `next/image` has nothing to optimize. */
export function Picture({ alt, ...rest }: ComponentProps<'img'> & { alt: string }) {
  return (
    <picture className="contents">
      <img alt={alt} decoding="async" {...rest} />
    </picture>
  );
}
