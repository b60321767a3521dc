'use client';

import { Dices } from 'lucide-react';
import { Field, Textarea } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { lazyWithPreload } from '@/components/ui/lazy/lazy-with-preload';
import { Skeleton } from '@/components/ui/show/skeleton';
import { Switch } from '@/components/ui/switch';
import { IMAGE_BOUNDS } from '@/lib/client/images/settings/bounds';
import type { DrawModel } from '@/lib/client/images/studio-models';
import type { ImageFormat, ImageSettings } from '@/lib/client/images/types';
import { Choices } from './choices';
import { NumberField, type WrongField } from './number-field';
import { SizeFields } from './size-fields';
import { StyleGallery } from './style-gallery';

// Apart, it keeps the code of selects out of the page's first load.
const [ModelField] = lazyWithPreload(() => import('./model-field'));

const FORMATS: readonly { value: ImageFormat; label: string }[] = [
  { value: 'webp', label: 'WebP' },
  { value: 'png', label: 'PNG' },
  { value: 'jpeg', label: 'JPEG' },
];
const VARIANTS = Array.from({ length: IMAGE_BOUNDS.maxVariants }, (_, at) => String(at + 1));

/** The settings of a request besides its prompt, as far as the model takes them. */
export function SettingsFields({
  settings,
  models,
  model,
  onChange,
  onWrong,
}: {
  settings: ImageSettings;
  models: readonly DrawModel[];
  /** Null if the chosen model is not served, or none is. */
  model: DrawModel | null;
  onChange: (change: Partial<ImageSettings>) => void;
  /** Called with the label of a field when its number becomes wrong, or right again. */
  onWrong: (label: string, wrong: WrongField | null) => void;
}) {
  return (
    <div className="flex flex-col gap-5">
      <ChunkBoundary fallback={<PendingModel />}>
        <ModelField models={models} value={settings.model} onChange={(id) => onChange({ model: id })} />
      </ChunkBoundary>
      <StyleGallery value={settings.style} onChange={(style) => onChange({ style })} />
      <SizeFields settings={settings} model={model} onChange={onChange} onWrong={onWrong} />
      <Choices
        label="Images"
        options={VARIANTS.map((value) => ({ value, label: value }))}
        value={String(settings.variants)}
        onChange={(value) => onChange({ variants: Number(value) })}
      />
      <Field label="Negative prompt" help="What the image should not show.">
        <Textarea
          rows={2}
          maxLength={IMAGE_BOUNDS.promptCharacters}
          value={settings.negativePrompt}
          onChange={(event) => onChange({ negativePrompt: event.target.value })}
        />
      </Field>
      <More settings={settings} model={model} onChange={onChange} onWrong={onWrong} />
    </div>
  );
}

/** What most people leave alone, folded. */
function More({
  settings,
  model,
  onChange,
  onWrong,
}: {
  settings: ImageSettings;
  model: DrawModel | null;
  onChange: (change: Partial<ImageSettings>) => void;
  onWrong: (label: string, wrong: WrongField | null) => void;
}) {
  const { maxSeed, minCfgScale, maxCfgScale } = IMAGE_BOUNDS;
  const steps = model?.model_spec.constraints.steps ?? { default: 0, max: 0 };
  return (
    <details className="group border-t border-line pt-3">
      <summary className="min-h-8 cursor-pointer rounded-control py-1.5 text-sm font-medium">More settings</summary>
      <div className="mt-3 flex flex-col gap-5">
        <div className="flex items-start gap-2">
          <NumberField
            label="Seed"
            value={settings.seed}
            min={-maxSeed}
            max={maxSeed}
            help="Empty: a new one each time."
            onChange={(seed) => onChange({ seed })}
            onWrong={onWrong}
          />
          <IconButton
            label="Random seed"
            icon={<Dices />}
            className="mt-6"
            onClick={() => onChange({ seed: randomSeed() })}
          />
        </div>
        {steps.max > 0 ? (
          <NumberField
            label="Steps"
            value={settings.steps}
            min={1}
            max={steps.max}
            help={`Default: ${steps.default}`}
            onChange={(value) => onChange({ steps: value })}
            onWrong={onWrong}
          />
        ) : null}
        <NumberField
          label="Prompt strength (CFG)"
          value={settings.cfgScale}
          min={minCfgScale}
          max={maxCfgScale}
          whole={false}
          help="Higher follows the prompt more closely."
          onChange={(cfgScale) => onChange({ cfgScale })}
          onWrong={onWrong}
        />
        <Choices
          label="Format"
          options={FORMATS}
          value={settings.format}
          onChange={(value) => onChange({ format: FORMATS.find((one) => one.value === value)?.value ?? 'webp' })}
        />
        <div className="flex flex-col">
          <Switch
            label="Safe mode"
            help="Blurs adult content."
            checked={settings.safeMode}
            onChange={(safeMode) => onChange({ safeMode })}
          />
          <Switch
            label="Hide watermark"
            checked={settings.hideWatermark}
            onChange={(hideWatermark) => onChange({ hideWatermark })}
          />
          <Switch
            label="Save settings in the file"
            help="Drop the file here later to use them again."
            checked={settings.embedMetadata}
            onChange={(embedMetadata) => onChange({ embedMetadata })}
          />
        </div>
      </div>
    </details>
  );
}

function PendingModel() {
  return (
    <div aria-busy className="flex flex-col gap-1.5">
      <span className="text-sm font-medium">Model</span>
      <Skeleton className="h-control w-full" />
    </div>
  );
}

function randomSeed(): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return number % (IMAGE_BOUNDS.maxSeed + 1);
}
