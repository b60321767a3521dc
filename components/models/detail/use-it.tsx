'use client';

import Link from 'next/link';
import { useOrigin } from '@/components/frame/use-origin';
import { SampleTabs } from '@/components/snippets/sample-tabs';
import { CodeBlock } from '@/components/ui/show/code-block';
import { KEY_VARIABLE, type Sample } from '@/lib/core/samples/request';
import { samplesOf } from '@/lib/core/samples/samples';
import type { WireModel } from '@/lib/models/contract';
import { pathOf } from '../facts/types';
import { Section } from './section';

/** Where a sample is to be sent. */
export type SampleFacts = {
  /** Scheme and host of this installation. */
  origin: string;
  /** The service's name on the wire. */
  serviceId: string;
};

/**
 * A request with this very model, ready to be copied. Models of other types than text are listed, but their routes are not
 * there yet: what can be asked about them is what they are.
 */
export function UseIt({ model, origin, serviceId }: { model: WireModel } & SampleFacts) {
  const here = useOrigin(origin);
  if (model.type === 'text') {
    return (
      <Section title="Call it">
        <SampleTabs label="Request" origin={origin} samples={chatSamples(model.id, { origin, serviceId })} />
        <p className="text-sm text-muted">
          The key comes from the environment: put one of your{' '}
          <Link href="/keys" prefetch={false} className="underline underline-offset-4 hover:text-ink">
            keys
          </Link>{' '}
          into <code>{KEY_VARIABLE}</code>.
        </p>
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

function chatSamples(model: string, { origin, serviceId }: SampleFacts): Sample[] {
  return samplesOf({
    base: `${origin}/api/v1`,
    operationId: 'createChatCompletion',
    method: 'POST',
    path: '/chat/completions',
    query: [],
    body: { model, messages: [{ role: 'user', content: 'Why do tickets have holes?' }] },
    withKey: true,
    serviceId,
  });
}
