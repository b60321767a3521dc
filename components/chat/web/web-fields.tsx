'use client';

import { Switch } from '@/components/ui/switch';
import { Choices } from '@/components/images/form/choices';
import { formatMoney } from '@/components/ui/show/money-text';
import type { ChatSettings } from '@/lib/client/chat/types';
import { READ_USD, SEARCH_USD } from '@/lib/client/search/prices';

type WebSettings = Pick<ChatSettings, 'webSearch' | 'readLinks'>;

const MODES = [
  { value: 'off', label: 'Off' },
  { value: 'auto', label: 'Auto' },
  { value: 'on', label: 'On' },
];

const price = (usd: string) => formatMoney(usd, 'USD', { exact: true });

/** What each choice does, and what it costs. */
const MODE_TEXTS = {
  off: 'Answers come from the model alone.',
  auto: `Searches when a message needs it. A search costs ${price(SEARCH_USD)}.`,
  on: `Searches for every message, ${price(SEARCH_USD)} each.`,
} as const;

/** Whether answers use a web search, and read the pages that messages link to. */
export default function WebFields({
  settings,
  onChange,
}: {
  settings: WebSettings;
  onChange: (change: WebSettings) => void;
}) {
  const mode = settings.webSearch ?? 'off';
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Choices
          label="Search the web"
          options={MODES}
          value={mode}
          onChange={(next) => onChange({ webSearch: next === 'auto' || next === 'on' ? next : undefined })}
        />
        <p className="mt-1.5 text-sm text-muted">{MODE_TEXTS[mode]}</p>
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
