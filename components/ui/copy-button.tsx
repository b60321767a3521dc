'use client';

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button';
import { IconButton } from './icon-button';

const COPIED_MS = 1600;

/**
 * Copies a text and says so in its place for a moment.
 * @param text what is copied, or a function that makes it at the click
 * @param label the verb and its object, e.g. `Copy key`; with `showLabel` it is a labelled button, else an icon
 */
export function CopyButton({
  text,
  label = 'Copy',
  showLabel = false,
  kind = 'quiet',
  size = 'small',
  className,
  onCopied,
}: {
  text: string | (() => string);
  label?: string;
  showLabel?: boolean;
  kind?: 'primary' | 'quiet' | 'plain';
  size?: 'small' | 'medium';
  className?: string;
  onCopied?: () => void;
}) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), COPIED_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = () => {
    void writeClipboard(typeof text === 'function' ? text() : text).then((done) => {
      setState(done ? 'copied' : 'refused');
      if (done) onCopied?.();
    });
  };
  const word = state === 'copied' ? 'Copied' : state === 'refused' ? 'Could not copy. Select the text instead.' : label;
  const icon = state === 'copied' ? <Check className="text-go" /> : <Copy />;
  const announcement = (
    <span role="status" className="sr-only">
      {state === 'idle' ? '' : word}
    </span>
  );
  return (
    <>
      {showLabel ? (
        <Button kind={kind} size={size} className={className} onClick={copy}>
          {icon}
          {word}
        </Button>
      ) : (
        <IconButton size={size} label={word} icon={icon} className={className} onClick={copy} />
      )}
      {announcement}
    </>
  );
}

/**
 * Writes to the clipboard; over plain http on another machine browsers offer only the old command.
 * @returns whether it was let
 */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.setAttribute('readonly', '');
    area.className = 'fixed opacity-0';
    // Inside an open dialog only what lies within it may take the focus.
    (document.activeElement?.parentElement ?? document.body).append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
