'use client';

import Link from 'next/link';
import { useOrigin } from '@/components/frame/use-origin';
import { SampleTabs } from '@/components/snippets/sample-tabs';
import { CodeBlock } from '@/components/ui/show/code-block';
import type { ChatLocation } from '@/lib/core/samples/chat-request';
import { modelRequest } from '@/lib/core/samples/model-request';
import { KEY_VARIABLE } from '@/lib/core/samples/request';
import { samplesOf } from '@/lib/core/samples/samples';
import type { WireModel } from '@/lib/models/contract';
import { pathOf } from '../details/types';
import { Section } from './section';

/**
 * A sample request with this model, ready to be copied. Models of some types are listed but cannot be called yet, so
 * their sample requests the model's details.
 */
export function SampleRequest({ model, origin, serviceId }: { model: WireModel } & ChatLocation) {
  const here = useOrigin(origin);
  const request = modelRequest(model, { origin: here, serviceId });
  if (request !== null) {
    return (
      <Section title="API request">
        <SampleTabs label="Request" origin={here} samples={samplesOf(request)} />
        <p className="text-sm text-muted">
          The key is read from the environment: put one of your{' '}
          <Link href="/keys" prefetch={false} className="underline underline-offset-4 hover:text-ink">
            keys
          </Link>{' '}
          into <code>{KEY_VARIABLE}</code>.
        </p>
      </Section>
    );
  }
  return (
    <Section title="Model details">
      <p className="text-muted">
        Models of this type are listed here, but cannot be called yet. All its details as JSON:
      </p>
      <CodeBlock
        code={`curl ${here}/api/v1${pathOf(model.id)}`}
        label="curl sample"
        className="overflow-hidden rounded-panel border border-line"
      />
    </Section>
  );
}
