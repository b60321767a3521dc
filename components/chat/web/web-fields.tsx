'use client';

import { Switch } from '@/components/ui/switch';
import { useEngines } from '@/components/search/state/use-engines';
import { Choices } from '@/components/images/form/choices';
import { formatMoney } from '@/components/ui/show/money-text';
import type { ChatSettings } from '@/lib/client/chat/types';
import { searchedName } from '@/lib/client/search/engines';
import { READ_USD } from '@/lib/client/search/prices';

import { modeText } from './mode-text';

type WebSettings = Pick<ChatSettings, 'webSearch' | 'readLinks'>;

const MODES = [
  { value: 'off', label: 'Off' },
  { value: 'auto', label: 'Auto' },
  { value: 'on', label: 'On' },
];

const price = (usd: string) => formatMoney(usd, 'USD', { exact: true });

/** Whether answers use a search, and read the pages that messages link to. */
export default function WebFields({
  settings,
  onChange,
}: {
  settings: WebSettings;
  onChange: (change: WebSettings) => void;
}) {
  const engines = useEngines();
  const mode = settings.webSearch ?? 'off';
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Choices
          label={engines ? `Search ${searchedName(engines, 'brave')}` : 'Search'}
          options={MODES}
          value={mode}
          onChange={(next) => onChange({ webSearch: next === 'auto' || next === 'on' ? next : undefined })}
        />
        <p className="mt-1.5 text-sm text-muted">{modeText(settings)}</p>
      </div>
      <Switch
        label="Read links"
        help={`Reads up to five pages that a message links to, ${price(READ_USD)} each. Then nothing is searched for.`}
        checked={settings.readLinks === true}
        onChange={(on) => onChange({ readLinks: on || undefined })}
      />
    </div>
  );
}
