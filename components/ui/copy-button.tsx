'use client';

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button';
import { IconButton } from './icon-button';

const COPIED_MS = 1600;

/**
 * Copies a text and briefly confirms it.
 * @param text the text, or a function that creates it on click
 * @param label verb and object, e.g. `Copy key`; shown as text with `showLabel`, otherwise as an icon's label
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
  const buttonText =
    state === 'copied' ? 'Copied' : state === 'refused' ? 'Could not copy. Select the text instead.' : label;
  const icon = state === 'copied' ? <Check className="text-go" /> : <Copy />;
  const announcement = (
    <span role="status" className="sr-only">
      {state === 'idle' ? '' : buttonText}
    </span>
  );
  return (
    <>
      {showLabel ? (
        <Button kind={kind} size={size} className={className} onClick={copy}>
          {icon}
          {buttonText}
        </Button>
      ) : (
        <IconButton size={size} label={buttonText} icon={icon} className={className} onClick={copy} />
      )}
      {announcement}
    </>
  );
}

/**
 * Writes to the clipboard. Over plain HTTP on another machine, browsers only offer the old command.
 * @returns whether it was allowed
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
    // While a dialog is open, only elements inside it can have the focus.
    (document.activeElement?.parentElement ?? document.body).append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
