'use client';

import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '@/components/ui/icon-button';

/** Opens the machine's own dialog for choosing files. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        size="small"
        label="Attach images and files"
        icon={<Paperclip />}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-hidden
        tabIndex={-1}
        data-testid="attach"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file chosen again is a choice too.
          target.value = '';
        }}
      />
    </>
  );
}
