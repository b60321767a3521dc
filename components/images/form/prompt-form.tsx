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
import type { WrongField } from './number-field';
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
  const isWide = useMediaQuery(WIDE, true);
  const [wrong, setWrong] = useState<readonly WrongField[]>([]);
  /** What became of the settings when their sheet was closed; null if there is nothing to say. */
  const [dropped, setDropped] = useState<string | null>(null);
  const onWrong = (label: string, field: WrongField | null) =>
    setWrong((before) => [...before.filter((one) => one.label !== label), ...(field ? [field] : [])]);
  const fields = { settings, models, model, onChange, onWrong };
  const [wrongField] = wrong;
  const wrongText = wrongField ? `“${wrongField.label}” must be ${wrongField.takes}.` : null;
  const reason = blocked ?? wrongText;
  const generate = () => {
    setRefused(reason !== null);
    setDropped(null);
    if (blocked !== null) {
      // The sheet shows it, too.
      if (sheet !== true) area.current?.focus();
      return;
    }
    if (wrongField) return wrongField.focus();
    setSheet((open) => (open === null ? null : false));
    onGenerate();
  };
  const changeSheet = (open: boolean) => {
    // Closing it drops what was typed and is wrong.
    setDropped(open || !wrongText ? null : `${wrongText} It is as it was before.`);
    setSheet(open);
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
      data-bottom-form
      onSubmit={(event) => {
        event.preventDefault();
        generate();
      }}
      className="order-last grid shrink-0 items-center border-line bg-surface max-lg:grid-cols-[auto_auto_minmax(0,1fr)] max-lg:gap-x-2 max-lg:gap-y-3 max-lg:border-t max-lg:p-3 lg:order-first lg:h-full lg:w-88 lg:grid-cols-[1fr_auto] lg:grid-rows-[auto_minmax(0,1fr)_auto] lg:border-r 2xl:w-96"
    >
      <h1 className="pt-4 pl-4 text-xl font-semibold max-lg:hidden">Images</h1>
      <div className="flex items-center max-lg:col-start-2 max-lg:row-start-2 lg:pt-4 lg:pr-4">{tools}</div>
      <div className="flex min-h-0 min-w-0 flex-col gap-5 max-lg:col-span-3 max-lg:row-start-1 lg:col-span-2 lg:self-stretch lg:overflow-y-auto lg:p-4">
        <PromptField
          area={area}
          value={settings.prompt}
          problem={refused && blocked ? blocked : dropped}
          onChange={(prompt) => {
            setRefused(false);
            setDropped(null);
            onChange({ prompt });
          }}
          onKeyDown={onKeyDown}
        />
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
        onClick={() => changeSheet(true)}
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
            onOpenChange={changeSheet}
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

/** The prompt. @param problem why it could not be requested, or what else there is to say; null for nothing */
function PromptField({
  area,
  value,
  problem,
  onChange,
  onKeyDown,
}: {
  area: RefObject<HTMLTextAreaElement | null>;
  value: string;
  problem: string | null;
  onChange: (prompt: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const problemId = useId();
  const { promptCharacters } = IMAGE_BOUNDS;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={PROMPT_ID} className="text-sm font-medium max-lg:sr-only">
        Prompt
      </label>
      <textarea
        ref={area}
        id={PROMPT_ID}
        rows={1}
        maxLength={promptCharacters}
        aria-describedby={problem === null ? undefined : problemId}
        placeholder="A lighthouse on a cliff at sunset"
        enterKeyHint="send"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-32 min-h-11 w-full resize-none rounded-control border border-edge bg-surface px-3 py-2 text-lg transition-[border-color] hover:border-muted focus-visible:border-signal lg:max-h-72 lg:min-h-28"
      />
      {problem === null ? null : (
        <p id={problemId} role="alert" className="text-sm text-stop">
          {problem}
        </p>
      )}
      {value.length < promptCharacters ? null : (
        <p role="status" className="text-sm text-muted">
          A prompt has at most {promptCharacters.toLocaleString('en-US')} characters.
        </p>
      )}
    </div>
  );
}
