import { classNames } from '@/components/ui/class-names';
import { NextTry } from '@/components/models/next-try';
import { Badge } from '@/components/ui/show/badge';
import { Bar } from '@/components/ui/show/bar';
import type { LocalModel } from '@/lib/admin/contract';
import { sizeText } from '@/lib/client/attachments/bounds';

const LABELS = { fetching: 'Downloading', loading: 'Loading', waiting: 'Not available', ready: 'Ready' } as const;
const TONES = { fetching: 'plain', loading: 'plain', waiting: 'warn', ready: 'go' } as const;

/** The embedded models of the owner's page. */
export function LocalModels({ models }: { models: readonly LocalModel[] }) {
  if (models.length === 0) return null;
  return (
    <section aria-label="Embedded models" className="rounded-panel border border-line bg-surface">
      <h2 className="border-b border-line px-3 py-2 text-xs text-muted sm:px-4">Embedded models</h2>
      <LocalModelList models={models} className="px-3 sm:px-4" />
    </section>
  );
}

/** The embedded models: their size, how far each is, and how fast it answers here. */
export function LocalModelList({ models, className }: { models: readonly LocalModel[]; className?: string }) {
  return (
    <ul className="divide-y divide-line">
      {models.map((model) => (
        <li key={model.id} className={classNames('flex flex-col gap-2 py-3', className)}>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium">{model.name}</span>
            <Badge tone={TONES[model.state]}>{LABELS[model.state]}</Badge>
            {model.totalBytes > 0 ? (
              <span className="text-sm text-muted tabular-nums">{sizeText(model.totalBytes)}</span>
            ) : null}
            {model.tokensPerSecond === null ? null : (
              <span className="text-sm text-muted">{model.tokensPerSecond.toFixed(1)} tokens per second here</span>
            )}
          </div>
          <Progress model={model} />
        </li>
      ))}
    </ul>
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
