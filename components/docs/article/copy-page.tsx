'use client';

import { useState } from 'react';
import { Button, ButtonLink } from '@/components/ui/button';
import { writeClipboard } from '@/components/ui/copy-button';
import { readText } from '@/lib/client/read-text';

const IDLE = 'Copy as Markdown';

/** The page as Markdown, for agents: copied, or opened. */
export function CopyPage({ path }: { path: string }) {
  const [label, setLabel] = useState(IDLE);
  const copy = async () => {
    const text = await readText(path);
    const done = text !== null && (await writeClipboard(text));
    setLabel(done ? 'Copied' : 'Could not copy');
  };
  return (
    <div className="flex gap-2">
      <Button size="small" onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status" className="sr-only">
        {label === IDLE ? '' : label}
      </span>
      <ButtonLink href={path} size="small" kind="plain" target="_blank">
        Markdown
      </ButtonLink>
    </div>
  );
}
