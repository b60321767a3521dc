'use client';

import { Copy, Dices, Download, Ellipsis, Eraser, Maximize2, Pencil, Sprout, SquareCheck, Trash2 } from 'lucide-react';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/overlay/menu';
import { formatMoney } from '@/components/ui/show/money-text';
import { cutoutCost, generationCost, upscaleCost } from '@/lib/client/images/settings/image-cost';
import { refuseEdit, refuseUpscale } from '@/lib/client/images/settings/edit-offer';
import type { StudioImage } from '@/lib/client/images/types';
import { cutoutModel, jobModel, type ImageTools } from './image-tools';

/** Everything that can be done with an image; what costs shows its price. */
export function ImageMenu({
  image,
  tools,
  onSelect,
}: {
  image: StudioImage;
  tools: ImageTools;
  /** Selects it for comparing, downloading, or deleting several; absent where that is not possible. */
  onSelect?: () => void;
}) {
  const { models } = tools;
  const [upscaler] = models.upscale;
  const cutout = cutoutModel(models);
  const { settings } = image;
  const unedited = refuseEdit(image);
  const isDrawn = image.kind === 'generated';
  // The same again with another seed, by the same model as far as it is served.
  const varied = { ...settings, seed: null };
  const drawer = models.draw.find(({ id }) => id === settings.model) ?? models.draw[0];
  return (
    <Menu trigger={<IconButton size="small" label="Image actions" icon={<Ellipsis />} tooltip={false} />}>
      {isDrawn ? (
        <>
          <MenuItem icon={<Copy />} onSelect={() => tools.use({ ...settings, seed: null })}>
            Use these settings
          </MenuItem>
          <MenuItem icon={<Sprout />} onSelect={() => tools.use({ seed: settings.seed })}>
            Same seed
          </MenuItem>
          {drawer ? (
            <MenuItem
              icon={<Dices />}
              onSelect={() => tools.request({ work: { type: 'generate' }, settings: varied, model: jobModel(drawer) })}
            >
              Vary <Price cost={generationCost(varied, drawer)} />
            </MenuItem>
          ) : null}
          <MenuSeparator />
        </>
      ) : null}
      {models.edit.length > 0 ? (
        <MenuItem icon={<Pencil />} disabled={unedited !== null} onSelect={() => tools.edit(image)}>
          Edit <Price cost={null} off={unedited} />
        </MenuItem>
      ) : null}
      {upscaler
        ? ([2, 4] as const).map((scale) => (
            <MenuItem
              key={scale}
              icon={<Maximize2 />}
              disabled={refuseUpscale(image, scale) !== null}
              onSelect={() => void tools.process(image, { type: 'upscale', scale }, jobModel(upscaler))}
            >
              Upscale {scale}× <Price cost={upscaleCost(upscaler, scale)} off={refuseUpscale(image, scale)} />
            </MenuItem>
          ))
        : null}
      {cutout ? (
        <MenuItem
          icon={<Eraser />}
          disabled={unedited !== null}
          onSelect={() => void tools.process(image, { type: 'cutout' }, jobModel(cutout))}
        >
          Remove background <Price cost={cutoutCost(cutout)} off={unedited} />
        </MenuItem>
      ) : null}
      <MenuSeparator />
      <MenuItem icon={<Download />} onSelect={() => tools.download(image)}>
        Download
      </MenuItem>
      {onSelect ? (
        <MenuItem icon={<SquareCheck />} onSelect={onSelect}>
          Select
        </MenuItem>
      ) : null}
      <MenuItem icon={<Trash2 />} danger onSelect={() => tools.remove([image.id])}>
        Delete
      </MenuItem>
    </Menu>
  );
}

/** @param off why the action is not possible; null if it is */
function Price({ cost, off = null }: { cost: bigint | null; off?: string | null }) {
  if (off !== null) return <span className="ml-auto pl-3 text-sm text-muted">{off}</span>;
  if (cost === null) return null;
  return (
    <span className="figure-text ml-auto pl-3 text-sm text-muted">{formatMoney(cost, 'USD', { exact: true })}</span>
  );
}
