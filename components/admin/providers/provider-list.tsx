import { ChevronRight } from 'lucide-react';
import type { ProviderView } from '@/lib/connected/contract';
import { ProviderBadges } from './provider-badges';
import { addressText } from './provider-labels';

const count = new Intl.NumberFormat('en-US');
const READ_ONLY = {
  service_file: 'Change it in the service file.',
  environment: 'Change it in the environment.',
} as const;

/** The providers: those of the console open, the others are only shown. */
export function ProviderList({ providers, onOpen }: { providers: ProviderView[]; onOpen: (id: string) => void }) {
  return (
    <ul aria-label="Providers" className="rounded-panel border border-line bg-surface">
      {providers.map((provider) => (
        <li key={`${provider.source} ${provider.id}`} className="border-t border-line first:border-t-0">
          {provider.source === 'console' ? (
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onOpen(provider.id)}
              className="flex w-full items-center gap-3 px-3 py-3 text-left transition-[background-color] hover:bg-sunken/60 sm:px-4"
            >
              <About provider={provider} />
              <ChevronRight aria-hidden className="shrink-0 text-muted" />
            </button>
          ) : (
            <div className="px-3 py-3 sm:px-4">
              <About provider={provider} note={READ_ONLY[provider.source]} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function About({ provider, note }: { provider: ProviderView; note?: string }) {
  const { id, models, problem, enabled } = provider;
  const parts = [addressText(provider), modelsText(models)];
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-1">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium wrap-anywhere">{id}</span>
        <span className="flex flex-wrap gap-1.5">
          <ProviderBadges provider={provider} />
        </span>
      </span>
      <span className="text-sm wrap-anywhere text-muted">
        {enabled ? parts.join(' · ') : parts[0]}
        {note === undefined ? '' : ` · ${note}`}
      </span>
      {problem === null ? null : <span className="text-sm text-warn">{problem}</span>}
    </span>
  );
}

function modelsText(models: number): string {
  if (models === 0) return 'serves no models';
  return models === 1 ? 'serves 1 model' : `serves ${count.format(models)} models`;
}
