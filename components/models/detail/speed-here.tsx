'use client';

import { useEngineState } from '../use-engine';
import { DetailList } from './detail-list';
import { Section } from './section';

/** How fast an embedded model answers on the server's machine, as of when the page was opened; nothing for others. */
export function SpeedHere({ id }: { id: string }) {
  const model = useEngineState({ once: true }).data?.models.find((one) => one.id === id);
  if (!model) return null;
  const { tokensPerSecond } = model;
  const value = tokensPerSecond === null ? 'not measured yet' : `${tokensPerSecond.toFixed(1)} tokens per second`;
  return (
    <Section title="On this machine">
      <DetailList details={[{ term: 'Measured speed', value }]} />
    </Section>
  );
}
