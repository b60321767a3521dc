'use client';

import { Dialog as Base } from '@base-ui/react/dialog';
import { ChevronLeft, ChevronRight, Maximize, X, ZoomIn, ZoomOut } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { BACKDROP } from '@/components/ui/overlay/dialog';
import type { StudioStore } from '@/lib/client/images/store';
import type { StudioImage } from '@/lib/client/images/types';
import type { ImageTools } from '../image-tools';
import { useImageUrl } from '../state/use-image-url';
import { ImageDetails } from './image-details';
import { useFittedScale } from './use-fitted-scale';
import { useZoom } from './use-zoom';

/** How far an arrow key moves a zoomed image, in pixels. */
const PAN = 80;

/**
 * One image as large as the window. Arrows show the next and the previous one, or move a zoomed one; `+`, `-`, and `0`
 * zoom; Escape and the browser's Back close it.
 * @param onStep called with 1 for the next image and with -1 for the previous one
 */
export default function Lightbox({
  store,
  image,
  position,
  tools,
  onStep,
  onClose,
}: {
  store: StudioStore;
  image: StudioImage;
  position: { at: number; of: number };
  tools: ImageTools;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const url = useImageUrl(store, image.id);
  const { view, fit, zoomIn, zoomOut, pan, listeners } = useZoom(frame);
  const [fitted, measured] = useFittedScale(image);
  const step = (by: 1 | -1) => {
    fit();
    onStep(by);
  };
  const keys: Record<string, () => void> = {
    ArrowRight: () => (view.scale > 1 ? pan(-PAN, 0) : step(1)),
    ArrowLeft: () => (view.scale > 1 ? pan(PAN, 0) : step(-1)),
    // Otherwise they scroll, e.g. to the details on a phone.
    ...(view.scale > 1 && { ArrowUp: () => pan(0, PAN), ArrowDown: () => pan(0, -PAN) }),
    '+': zoomIn,
    '=': zoomIn,
    '-': zoomOut,
    '0': fit,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key];
    // Menus inside have their own arrow keys.
    if (!act || event.ctrlKey || event.metaKey || !event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    act();
  };
  const name = image.settings.prompt || 'Image without a prompt';
  return (
    <Base.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup
          initialFocus={frame}
          onKeyDown={onKeyDown}
          data-testid="lightbox"
          className="fixed inset-0 z-40 flex flex-col overflow-y-auto bg-paper outline-none lg:flex-row lg:overflow-hidden"
        >
          <div className="relative flex min-h-[60dvh] min-w-0 flex-1 flex-col bg-sunken">
            <header className="flex items-center gap-1 p-2">
              <Base.Title className="min-w-0 flex-1 truncate px-2 text-sm font-medium">{name}</Base.Title>
              <span className="figure-text px-2 text-xs text-muted max-sm:hidden">
                {fitted === null ? '' : `${Math.round(fitted * view.scale * 100)}% · `}
                {position.at + 1} of {position.of}
              </span>
              <IconButton label="Zoom out" icon={<ZoomOut />} onClick={zoomOut} />
              <IconButton label="Zoom in" icon={<ZoomIn />} onClick={zoomIn} />
              <IconButton label="Fit" icon={<Maximize />} onClick={fit} />
              <Base.Close render={<IconButton label="Close" icon={<X />} tooltip={false} />} />
            </header>
            <div
              ref={frame}
              tabIndex={0}
              role="group"
              aria-label="Image; arrow keys show the next one, plus and minus zoom"
              data-scale={view.scale}
              className="relative min-h-0 flex-1 touch-none overflow-hidden -outline-offset-2 select-none"
              {...listeners}
            >
              {url ? (
                <picture className="contents">
                  <img
                    ref={measured}
                    src={url}
                    alt={name}
                    draggable={false}
                    className="absolute inset-0 size-full object-contain p-4"
                    style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
                  />
                </picture>
              ) : null}
            </div>
            <IconButton
              label="Previous image"
              icon={<ChevronLeft />}
              disabled={position.at === 0}
              onClick={() => step(-1)}
              className="absolute top-1/2 left-2 border border-line bg-surface"
            />
            <IconButton
              label="Next image"
              icon={<ChevronRight />}
              disabled={position.at === position.of - 1}
              onClick={() => step(1)}
              className="absolute top-1/2 right-2 border border-line bg-surface"
            />
          </div>
          <ImageDetails image={image} tools={tools} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
