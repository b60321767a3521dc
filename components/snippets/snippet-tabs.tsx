'use client';

import { useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { CopyButton } from '@/components/ui/copy-button';
import { CodeBlock } from '@/components/ui/show/code-block';
import { Tabs } from '@/components/ui/tabs';
import { firstRequest, type Snippet } from './first-request';
import { useListedModels } from './use-listed-models';

/** The model in the sample until the list is loaded: every installation has it. */
const EMBEDDED_MODEL = 'smollm2-135m';
const LANGUAGES = ['curl', 'typescript', 'python'] as const;

/**
 * The first request as curl, TypeScript and Python, with a copy button.
 * @param origin scheme and host of this installation; `apiKey` is the key's placeholder
 * @param only the languages to show, the first one selected; defaults to all
 */
export function SnippetTabs({
  origin,
  apiKey,
  only = LANGUAGES,
  className,
}: {
  origin: string;
  apiKey: string;
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
        panel: <CodeBlock code={code} label={`${label} sample`} copy={false} />,
      }))}
    />
  );
}
