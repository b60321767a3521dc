'use client';

import { useId, useState } from 'react';
import { Dialog } from '@/components/ui/overlay/dialog';
import type { StudioStore } from '@/lib/client/images/store';
import type { StudioImage } from '@/lib/client/images/types';
import { Choices } from '../form/choices';
import { receiptText } from '../receipt-text';
import { useImageUrl } from '../state/use-image-url';

const MODES = [
  { value: 'slider', label: 'Slider' },
  { value: 'beside', label: 'Side by side' },
];

/** Two images over each other with a slider, or side by side. */
export default function CompareDialog({
  store,
  images: [left, right],
  onClose,
}: {
  store: StudioStore;
  images: [StudioImage, StudioImage];
  onClose: () => void;
}) {
  const [mode, setMode] = useState('slider');
  const [share, setShare] = useState(50);
  const sliderId = useId();
  const [leftUrl, rightUrl] = [useImageUrl(store, left.id), useImageUrl(store, right.id)];
  if (leftUrl === undefined || rightUrl === undefined) return null;
  const shape = { aspectRatio: `${Math.max(left.width, 1)} / ${Math.max(left.height, 1)}` };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title="Compare" className="sm:max-w-console">
      <div className="flex flex-col gap-4">
        <Choices label="View" options={MODES} value={mode} onChange={setMode} />
        {mode === 'slider' ? (
          <>
            <div
              className="relative mx-auto max-h-[60dvh] w-full max-w-full overflow-hidden rounded-control"
              style={shape}
            >
              <Shown url={leftUrl} name={left.settings.prompt} />
              <div className="absolute inset-0" style={{ clipPath: `inset(0 0 0 ${share}%)` }}>
                <Shown url={rightUrl} name={right.settings.prompt} />
              </div>
              <div aria-hidden className="absolute inset-y-0 w-0.5 bg-signal" style={{ left: `${share}%` }} />
            </div>
            <label htmlFor={sliderId} className="text-sm font-medium">
              How much of the first image is shown
            </label>
            <input
              id={sliderId}
              type="range"
              min={0}
              max={100}
              value={share}
              onChange={(event) => setShare(Number(event.target.value))}
              className="w-full accent-(--signal) pointer-coarse:h-11"
            />
          </>
        ) : (
          <div className="grid gap-3 sm:grid-cols-2">
            {[
              { image: left, url: leftUrl },
              { image: right, url: rightUrl },
            ].map(({ image, url }) => (
              <figure key={image.id} className="min-w-0">
                <div className="relative h-[50dvh] rounded-control bg-sunken">
                  <Shown url={url} name={image.settings.prompt} />
                </div>
                <figcaption className="mt-1 truncate font-mono text-xs text-muted">
                  {image.modelName} · seed {image.settings.seed ?? 'unknown'} · {receiptText(image)}
                </figcaption>
              </figure>
            ))}
          </div>
        )}
      </div>
    </Dialog>
  );
}

function Shown({ url, name }: { url: string | null; name: string }) {
  if (url === null)
    return <p className="flex size-full items-center justify-center text-sm text-muted">Image file not found</p>;
  return (
    <picture className="contents">
      <img src={url} alt={name} className="absolute inset-0 size-full object-contain" />
    </picture>
  );
}
