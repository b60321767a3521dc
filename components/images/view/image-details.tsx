'use client';

import { Copy, Download, Pencil, Sprout, Star, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { IconButton } from '@/components/ui/icon-button';
import { sizeText } from '@/lib/client/attachments/bounds';
import type { StudioImage } from '@/lib/client/images/types';
import { ImageMenu } from '../image-menu';
import { imageNotes } from '../image-notes';
import type { ImageTools } from '../image-tools';
import { receiptText } from '../receipt-text';

/** How an image was made, what it cost, and what can be done with it. */
export function ImageDetails({ image, tools }: { image: StudioImage; tools: ImageTools }) {
  const { settings, receipt } = image;
  const isDrawn = image.kind === 'generated';
  return (
    <aside
      aria-label="Details"
      className="flex shrink-0 flex-col gap-4 border-line p-4 max-lg:border-t lg:w-80 lg:overflow-y-auto lg:border-l"
    >
      <div className="flex flex-wrap gap-2">
        {isDrawn ? (
          <>
            <Button size="small" onClick={() => tools.use({ ...settings, seed: null })}>
              <Copy aria-hidden />
              Use these settings
            </Button>
            <Button size="small" onClick={() => tools.use({ seed: settings.seed })}>
              <Sprout aria-hidden />
              Same seed
            </Button>
          </>
        ) : null}
        {tools.models.edit.length > 0 ? (
          <Button size="small" onClick={() => tools.edit(image)}>
            <Pencil aria-hidden />
            Edit
          </Button>
        ) : null}
        <Button size="small" onClick={() => tools.download(image)}>
          <Download aria-hidden />
          Download
        </Button>
      </div>
      <div className="-my-2 flex items-center gap-1">
        <IconButton
          label={image.favorite ? 'Remove from favorites' : 'Add to favorites'}
          icon={<Star className={image.favorite ? 'fill-current' : ''} />}
          pressed={image.favorite}
          onClick={() => tools.favorite(image)}
        />
        <IconButton label="Delete" icon={<Trash2 />} onClick={() => tools.remove([image.id])} />
        <ImageMenu image={image} tools={tools} />
      </div>
      <Prompt label="Prompt" text={settings.prompt} />
      {settings.negativePrompt ? <Prompt label="Negative prompt" text={settings.negativePrompt} /> : null}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
        <Row label="Model">{image.modelName}</Row>
        {settings.style ? <Row label="Style">{settings.style}</Row> : null}
        <Row label="Size">
          <span className="figure-text text-xs">
            {image.width} × {image.height}
          </span>{' '}
          · {sizeText(image.bytes)}
        </Row>
        {isDrawn && settings.seed !== null ? (
          <Row label="Seed">
            <span className="figure-text text-xs">{settings.seed}</span>
          </Row>
        ) : null}
        {isDrawn && settings.steps !== null ? <Row label="Steps">{settings.steps}</Row> : null}
        {isDrawn && settings.cfgScale !== null ? <Row label="CFG">{settings.cfgScale}</Row> : null}
        <Row label="Cost">
          <span className="figure-text text-xs">{receiptText(image)}</span>
        </Row>
      </dl>
      {imageNotes(image).map((note) => (
        <p key={note} className="rounded-control border border-warn/40 bg-warn/5 px-3 py-2 text-sm">
          {note}
        </p>
      ))}
      {receipt ? (
        <p className="flex items-center gap-1 text-sm text-muted">
          Request <span className="figure-text truncate text-xs">{receipt.requestId}</span>
          <CopyButton text={receipt.requestId} label="Copy request ID" className="-my-2" />
        </p>
      ) : null}
    </aside>
  );
}

function Prompt({ label, text }: { label: string; text: string }) {
  if (text === '') return null;
  return (
    <div>
      <h2 className="flex items-center justify-between text-sm font-medium">
        {label}
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} className="-my-2" />
      </h2>
      <p className="max-h-48 overflow-y-auto text-sm wrap-anywhere whitespace-pre-wrap text-muted">{text}</p>
    </div>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
