'use client';

import { useSyncExternalStore } from 'react';
import { useOrigin } from '@/components/frame/use-origin';
import { classNames } from '@/components/ui/class-names';
import { CopyButton } from '@/components/ui/copy-button';
import { CodeBlock } from '@/components/ui/show/code-block';
import { replaceInLines, type CodeLine } from '@/components/ui/show/colored-code';
import { Tabs } from '@/components/ui/tabs';
import type { Sample, SampleLanguage } from '@/lib/core/samples/request';

/** The lines of a request's samples. */
export type ColoredSamples = Partial<Record<SampleLanguage, readonly CodeLine[]>>;

/** The localStorage key of the chosen language, which all samples share, also on other pages. */
const KEPT = 'farebox.docs.language';
const listeners = new Set<() => void>();

/**
 * A request in three languages, with a copy button.
 * @param origin the installation's configured origin; samples show the origin that the visitor uses
 * @param colored the samples in colors, if the server has colored them
 * @param whole returns what is copied if a sample is shown shortened
 */
export function SampleTabs({
  samples,
  label,
  origin,
  colored,
  whole,
  className,
}: {
  samples: readonly Sample[];
  label: string;
  origin: string;
  colored?: ColoredSamples | undefined;
  whole?: (language: SampleLanguage) => string;
  className?: string;
}) {
  const here = useOrigin(origin);
  const kept = useSyncExternalStore(subscribe, readKept, () => null);
  const current = samples.find(({ language }) => language === kept) ?? samples[0];
  if (!current) return null;
  const shown = (code: string) => code.replaceAll(origin, here);
  return (
    <Tabs<SampleLanguage>
      label={`${label}: language`}
      value={current.language}
      onChange={keep}
      aside={<CopyButton text={() => whole?.(current.language) ?? shown(current.code)} label="Copy sample" />}
      className={classNames('overflow-hidden rounded-panel border border-line bg-sunken', className)}
      items={samples.map(({ language, label: name, code }) => ({
        value: language,
        label: name,
        panel: (
          <CodeBlock
            code={shown(code)}
            lines={colored && replaceInLines(colored[language] ?? [], origin, here)}
            label={`${label}, ${name}`}
            copy={false}
          />
        ),
      }))}
    />
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function readKept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function keep(language: SampleLanguage): void {
  try {
    localStorage.setItem(KEPT, language);
  } catch {
    // In private mode, the tabs stay at the first language.
  }
  for (const listener of listeners) listener();
}
