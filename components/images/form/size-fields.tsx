'use client';

import { ArrowLeftRight } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { IMAGE_BOUNDS } from '@/lib/client/images/settings/bounds';
import {
  fitSide,
  qualityChoice,
  sizeChoice,
  sizeFamily,
  type SizePreset,
} from '@/lib/client/images/settings/size-family';
import type { DrawModel } from '@/lib/client/images/studio-models';
import type { ImageSettings } from '@/lib/client/images/types';
import { Choices } from './choices';
import { NumberField, type WrongField } from './number-field';

type SizeProps = {
  settings: ImageSettings;
  model: DrawModel | null;
  onChange: (change: Partial<ImageSettings>) => void;
  onWrong: (label: string, wrong: WrongField | null) => void;
};

/** The size of an image in the way that its model takes it: pixels, aspect ratios, or resolutions; and its quality. */
export function SizeFields({ settings, model, onChange, onWrong }: SizeProps) {
  const family = sizeFamily(model);
  const { aspect_ratio: ratio = '', resolution = '' } = sizeChoice(settings, model);
  const qualities = model?.model_spec.constraints.qualities ?? [];
  return (
    <>
      {family.kind === 'pixels' ? (
        <Pixels
          settings={settings}
          presets={family.presets}
          divisor={family.divisor}
          onChange={onChange}
          onWrong={onWrong}
        />
      ) : null}
      {family.kind === 'resolutions' ? (
        <Choices
          label="Resolution"
          options={family.resolutions.map((value) => ({ value, label: value }))}
          value={resolution}
          onChange={(value) => onChange({ resolution: value })}
        />
      ) : null}
      {family.kind !== 'pixels' && family.ratios.length > 0 ? (
        <Choices
          label="Aspect ratio"
          options={family.ratios.map((value) => ({ value, label: value, shape: shapeOf(value) }))}
          value={ratio}
          onChange={(value) => onChange({ aspectRatio: value })}
        />
      ) : null}
      {qualities.length > 1 ? (
        <Choices
          label="Quality"
          options={qualities.map((value) => ({ value, label: `${value[0]?.toUpperCase() ?? ''}${value.slice(1)}` }))}
          value={qualityChoice(settings, model) ?? ''}
          onChange={(value) => onChange({ quality: qualities.find((one) => one === value) ?? null })}
        />
      ) : null}
    </>
  );
}

function Pixels({
  settings: { width, height },
  presets,
  divisor,
  onChange,
  onWrong,
}: {
  settings: ImageSettings;
  presets: readonly SizePreset[];
  divisor: number;
  onChange: SizeProps['onChange'];
  onWrong: SizeProps['onWrong'];
}) {
  const chosen = presets.find((preset) => preset.width === width && preset.height === height);
  const [across, down] = [fitSide(width, divisor), fitSide(height, divisor)];
  const { minSide, maxSide } = IMAGE_BOUNDS;
  return (
    <div className="flex flex-col gap-2">
      <Choices
        label="Size"
        options={presets.map((preset) => ({ value: preset.label, label: preset.label, shape: preset }))}
        value={chosen?.label ?? ''}
        onChange={(label) => {
          const preset = presets.find((one) => one.label === label);
          if (preset) onChange({ width: preset.width, height: preset.height });
        }}
      />
      <div className="flex items-end gap-2">
        <NumberField
          label="Width"
          unit="px"
          value={width}
          min={minSide}
          max={maxSide}
          onChange={(value) => onChange({ width: value ?? 1_024 })}
          onWrong={onWrong}
        />
        <IconButton
          label="Swap width and height"
          icon={<ArrowLeftRight />}
          onClick={() => onChange({ width: height, height: width })}
        />
        <NumberField
          label="Height"
          unit="px"
          value={height}
          min={minSide}
          max={maxSide}
          onChange={(value) => onChange({ height: value ?? 1_024 })}
          onWrong={onWrong}
        />
      </div>
      <p className={classNames('text-sm text-muted', across === width && down === height && 'hidden')}>
        Drawn as {across} × {down}: sides are multiples of {divisor}.
      </p>
    </div>
  );
}

function shapeOf(ratio: string): { width: number; height: number } {
  const [width = 1, height = 1] = ratio.split(':').map(Number);
  return { width: width || 1, height: height || 1 };
}
