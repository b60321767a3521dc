'use client';

import { RelativeTime } from '@/components/ui/show/relative-time';
import { formatCount } from '@/components/ui/show/count-text';
import type { WireModel } from '@/lib/models/contract';
import type { Detail } from '../details/bounds';
import { formatSeconds, formatSpeed, formatUptime, UNMEASURED, type Figure } from '../details/figures';
import { useFigures } from '../use-figures';
import { DetailList } from './detail-list';
import { Section } from './section';

const NOT_YET = 'too few requests yet';

/** How the model did here in the last 24 hours, and how the visitor has used it; nothing while that loads. */
export function MeasuredHere({ model, signedIn }: { model: WireModel; signedIn: boolean }) {
  const figures = useFigures(signedIn);
  if (figures === undefined) return null;
  const { firstTokenMs, tokensPerSecond, durationMs, uptimePercent, used } = figures.get(model.id) ?? UNMEASURED;
  const speeds =
    model.type === 'text'
      ? [detail('First token', firstTokenMs, formatSeconds), detail('Output speed', tokensPerSecond, formatSpeed)]
      : [detail('Time per request', durationMs, formatSeconds)];
  return (
    <Section title="Measured here" aside={<span className="text-sm text-muted">last 24 hours</span>}>
      <DetailList details={[...speeds, detail('Uptime', uptimePercent, formatUptime)]} />
      {used ? (
        <p className="text-sm text-muted">
          Used by you: {formatCount(used.requests)} {used.requests === 1 ? 'request' : 'requests'} in 30 days, the last
          one <RelativeTime at={used.lastUsedAt} />.
        </p>
      ) : null}
    </Section>
  );
}

function detail(term: string, figure: Figure | null, format: (value: number) => string): Detail {
  if (figure === null) return { term, value: NOT_YET };
  return { term, value: `${format(figure.value)}${figure.own ? ' in your own requests' : ''}` };
}
