'use client';

import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '@/components/ui/icon-button';

/** Opens the system's file picker. */
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
          // Allows choosing the same file again.
          target.value = '';
        }}
      />
    </>
  );
}
