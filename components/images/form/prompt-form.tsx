'use client';

import { SlidersHorizontal } from 'lucide-react';
import { lazy, useId, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { Button } from '@/components/ui/button';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { IconButton } from '@/components/ui/icon-button';
import { useMediaQuery } from '@/components/ui/use-media-query';
import { IMAGE_BOUNDS } from '@/lib/client/images/settings/bounds';
import type { DrawModel } from '@/lib/client/images/studio-models';
import type { ImageSettings } from '@/lib/client/images/types';
import { GenerateLabel } from './generate-label';
import { ignoreDoubleClick } from './ignore-double-click';
import { SettingsFields } from './settings-fields';

/** The element ID of the prompt. */
export const PROMPT_ID = 'image-prompt';

/** Where Tailwind's `lg` begins. */
const WIDE = '(min-width: 64rem)';

const SettingsSheet = lazy(() => import('./settings-sheet'));

/**
 * Prompt, settings, and the button with the price: a column at the left; on phones a bar at the bottom, whose settings
 * are in a sheet.
 * @param blocked why nothing can be requested now; shown only after somebody tried
 * @param tools links and small buttons beside the title
 */
export function PromptForm({
  area,
  settings,
  models,
  model,
  blocked,
  tools,
  onChange,
  onReset,
  onGenerate,
}: {
  area: RefObject<HTMLTextAreaElement | null>;
  settings: ImageSettings;
  models: readonly DrawModel[];
  model: DrawModel | null;
  blocked: string | null;
  tools: ReactNode;
  onChange: (change: Partial<ImageSettings>) => void;
  onReset: () => void;
  onGenerate: () => void;
}) {
  const [refused, setRefused] = useState(false);
  const [sheet, setSheet] = useState<boolean | null>(null);
  const refusalId = useId();
  const isWide = useMediaQuery(WIDE, true);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const onWrong = (label: string, isWrong: boolean) =>
    setWrong((before) => [...before.filter((one) => one !== label), ...(isWrong ? [label] : [])]);
  const fields = { settings, models, model, onChange, onWrong };
  const [wrongLabel] = wrong;
  const reason = blocked ?? (wrongLabel === undefined ? null : `“${wrongLabel}” is not valid.`);
  const generate = () => {
    setRefused(reason !== null);
    if (reason !== null) {
      // The sheet shows it, too.
      if (sheet !== true) area.current?.focus();
      return;
    }
    setSheet((open) => (open === null ? null : false));
    onGenerate();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isSend = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!isSend || event.repeat) return;
    event.preventDefault();
    generate();
  };
  return (
    <form
      aria-label="New image"
      onSubmit={(event) => {
        event.preventDefault();
        generate();
      }}
      className="order-last grid shrink-0 items-center border-line bg-surface max-lg:grid-cols-[auto_auto_minmax(0,1fr)] max-lg:gap-x-2 max-lg:gap-y-3 max-lg:border-t max-lg:p-3 lg:order-first lg:h-full lg:w-88 lg:grid-cols-[1fr_auto] lg:grid-rows-[auto_minmax(0,1fr)_auto] lg:border-r 2xl:w-96"
    >
      <h1 className="pt-4 pl-4 text-xl font-semibold max-lg:hidden">Images</h1>
      <div className="flex items-center max-lg:col-start-2 max-lg:row-start-2 lg:pt-4 lg:pr-4">{tools}</div>
      <div className="flex min-h-0 min-w-0 flex-col gap-5 max-lg:col-span-3 max-lg:row-start-1 lg:col-span-2 lg:self-stretch lg:overflow-y-auto lg:p-4">
        <div className="flex flex-col gap-1.5">
          <label htmlFor={PROMPT_ID} className="text-sm font-medium max-lg:sr-only">
            Prompt
          </label>
          <textarea
            ref={area}
            id={PROMPT_ID}
            rows={1}
            maxLength={IMAGE_BOUNDS.promptCharacters}
            aria-describedby={refused && reason ? refusalId : undefined}
            placeholder="A lighthouse on a cliff at sunset"
            enterKeyHint="send"
            value={settings.prompt}
            onChange={(event) => {
              setRefused(false);
              onChange({ prompt: event.target.value });
            }}
            onKeyDown={onKeyDown}
            className="field-sizing-content max-h-32 min-h-11 w-full resize-none rounded-control border border-edge bg-surface px-3 py-2 text-lg transition-[border-color] hover:border-muted focus-visible:border-signal lg:max-h-72 lg:min-h-28"
          />
          {refused && reason ? (
            <p id={refusalId} role="alert" className="text-sm text-stop">
              {reason}
            </p>
          ) : null}
        </div>
        {isWide ? (
          // Until hydration, phones have it, too.
          <div className="max-lg:hidden">
            <SettingsFields {...fields} />
          </div>
        ) : null}
      </div>
      <IconButton
        label="Image settings"
        icon={<SlidersHorizontal />}
        aria-haspopup="dialog"
        className="max-lg:col-start-1 max-lg:row-start-2 lg:hidden"
        onClick={() => setSheet(true)}
      />
      <div className="flex max-lg:col-start-3 max-lg:row-start-2 lg:col-span-2 lg:border-t lg:border-line lg:p-4">
        <Button type="submit" kind="primary" className="min-w-0 flex-1" onClick={ignoreDoubleClick}>
          <GenerateLabel settings={settings} model={model} />
        </Button>
      </div>
      {sheet === null || isWide ? null : (
        <ChunkBoundary>
          <SettingsSheet
            open={sheet}
            onOpenChange={setSheet}
            fields={fields}
            reason={refused ? reason : null}
            onReset={onReset}
            onGenerate={generate}
          />
        </ChunkBoundary>
      )}
    </form>
  );
}
