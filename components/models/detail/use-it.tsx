'use client';

import { useOrigin } from '@/components/frame/use-origin';
import { SnippetTabs } from '@/components/snippets/snippet-tabs';
import { CodeBlock } from '@/components/ui/show/code-block';
import type { WireModel } from '@/lib/models/contract';
import { pathOf } from '../facts/types';
import { Section } from './section';

/**
 * A request with this very model, ready to be copied. Models of other types than text are listed, but their routes are not
 * there yet: what can be asked about them is what they are.
 * @param origin scheme and host of this installation; `apiKey` what stands for the key
 */
export function UseIt({ model, origin, apiKey }: { model: WireModel; origin: string; apiKey: string }) {
  const here = useOrigin(origin);
  if (model.type === 'text') {
    return (
      <Section title="Call it">
        <SnippetTabs origin={here} apiKey={apiKey} model={model.id} />
      </Section>
    );
  }
  return (
    <Section title="Read its facts">
      <p className="text-muted">
        Models of this type are listed here, but cannot be called yet. All its facts as JSON:
      </p>
      <CodeBlock
        code={`curl ${here}/api/v1${pathOf(model.id)}`}
        label="curl sample"
        className="overflow-hidden rounded-panel border border-line"
      />
    </Section>
  );
}
