'use client';

import { useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { CopyButton } from '@/components/ui/copy-button';
import { CodeBlock } from '@/components/ui/show/code-block';
import { replaceInLines, type CodeLine } from '@/components/ui/show/colored-code';
import { Tabs } from '@/components/ui/tabs';
import { EMBEDDED_MODEL, firstRequest, type Snippet } from './first-request';
import { useListedModels } from './use-listed-models';

const LANGUAGES = ['curl', 'typescript', 'python'] as const;

/** The samples for the embedded model in colors, with the origin that they were made for. */
export type ColoredSnippets = { origin: string; lines: Record<Snippet['value'], readonly CodeLine[]> };

/**
 * The first request as curl, TypeScript and Python, with a copy button.
 * @param origin scheme and host of this installation; `apiKey` is the key's placeholder
 * @param colored the samples in colors, if the server has colored them
 * @param only the languages to show, the first one selected; defaults to all
 */
export function SnippetTabs({
  origin,
  apiKey,
  colored,
  only = LANGUAGES,
  className,
}: {
  origin: string;
  apiKey: string;
  colored?: ColoredSnippets | undefined;
  only?: readonly [Snippet['value'], ...Snippet['value'][]];
  className?: string;
}) {
  const [chosen, setChosen] = useState<Snippet['value']>(only[0]);
  const model = useListedModels().data?.[0]?.id ?? EMBEDDED_MODEL;
  const snippets = firstRequest({ origin, apiKey, model }).filter(({ value }) => only.includes(value));
  const current = snippets.find((snippet) => snippet.value === chosen)?.code ?? '';
  return (
    <Tabs<Snippet['value']>
      label="Language of the sample"
      value={chosen}
      onChange={setChosen}
      aside={<CopyButton text={current} label="Copy sample" />}
      className={classNames('overflow-hidden rounded-panel border border-line bg-sunken', className)}
      items={snippets.map(({ value, label, code }) => ({
        value,
        label,
        panel: (
          <CodeBlock
            code={code}
            lines={colored && replaceInLines(hereOf(colored, value, origin), EMBEDDED_MODEL, model)}
            label={`${label} sample`}
            copy={false}
          />
        ),
      }))}
    />
  );
}

/** A sample in colors, with the origin that the visitor uses. */
function hereOf({ origin, lines }: ColoredSnippets, value: Snippet['value'], here: string): readonly CodeLine[] {
  return replaceInLines(lines[value], origin, here);
}
