import { NextTry } from '@/components/models/next-try';
import { Badge } from '@/components/ui/show/badge';
import { Bar } from '@/components/ui/show/bar';
import type { LocalModel } from '@/lib/admin/contract';
import { sizeText } from '@/lib/client/attachments/bounds';

const LABELS = { fetching: 'Downloading', loading: 'Loading', waiting: 'Not available', ready: 'Ready' } as const;
const TONES = { fetching: 'plain', loading: 'plain', waiting: 'warn', ready: 'go' } as const;

/** The embedded models: how far each is, and how fast it answers here. */
export function LocalModels({ models }: { models: readonly LocalModel[] }) {
  if (models.length === 0) return null;
  return (
    <section aria-label="Embedded models" className="rounded-panel border border-line bg-surface">
      <h2 className="border-b border-line px-3 py-2 text-xs text-muted sm:px-4">Embedded models</h2>
      <ul>
        {models.map((model) => (
          <li key={model.id} className="flex flex-col gap-2 border-t border-line px-3 py-3 first:border-t-0 sm:px-4">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-medium">{model.name}</span>
              <Badge tone={TONES[model.state]}>{LABELS[model.state]}</Badge>
              {model.tokensPerSecond === null ? null : (
                <span className="text-sm text-muted">{model.tokensPerSecond.toFixed(1)} tokens per second here</span>
              )}
            </div>
            <Progress model={model} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Progress({ model: { name, state, doneBytes, totalBytes, reason, retryAt } }: { model: LocalModel }) {
  if (state === 'waiting') {
    return (
      <p className="text-sm text-muted">
        {reason} Next retry <NextTry at={retryAt} />; details are in the server log.
      </p>
    );
  }
  if (state !== 'fetching') return null;
  return (
    <Bar
      className="max-w-md"
      value={doneBytes}
      of={totalBytes}
      label={`Downloading ${name}`}
      text={`${sizeText(doneBytes)} of ${sizeText(totalBytes)}`}
    />
  );
}
