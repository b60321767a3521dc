'use client';

import { useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Textarea } from '@/components/ui/field';
import { Dialog } from '@/components/ui/overlay/dialog';
import { Select } from '@/components/ui/select';
import { formatMoney } from '@/components/ui/show/money-text';
import { maskOf, type Stroke } from '@/lib/client/images/mask';
import { editCost } from '@/lib/client/images/settings/image-cost';
import type { StudioStore } from '@/lib/client/images/store';
import type { EditModel } from '@/lib/client/images/studio-models';
import type { StudioImage } from '@/lib/client/images/types';
import { nameOf } from '@/lib/client/models';
import { jobModel, type ImageTools } from '../image-tools';
import { useImageUrl } from '../state/use-image-url';
import { BrushToolbar } from './brush-toolbar';
import { MaskCanvas } from './mask-canvas';

/** Changes an image by words, everywhere or only where a brush has painted. */
export default function Editor({
  store,
  image,
  tools,
  onClose,
}: {
  store: StudioStore;
  image: StudioImage;
  tools: ImageTools;
  onClose: () => void;
}) {
  const formId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const url = useImageUrl(store, image.id);
  const models = tools.models.edit;
  const [modelId, setModelId] = useState(models[0]?.id ?? '');
  const model = models.find(({ id }) => id === modelId) ?? null;
  const [prompt, setPrompt] = useState('');
  const [wrong, setWrong] = useState(false);
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [brush, setBrush] = useState(0.08);
  const [erases, setErases] = useState(false);
  const cost = editCost(model);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const submit = async () => {
    setWrong(prompt.trim() === '');
    // Each submission is paid for.
    if (prompt.trim() === '' || !model || busy) return;
    setBusy(true);
    setFailed(await request(model).catch(() => 'The mask could not be made. Try again.'));
    setBusy(false);
  };
  /** @returns why nothing could be requested; null if it was */
  const request = async (by: EditModel): Promise<string | null> => {
    const mask = strokes.some((stroke) => !stroke.erases) ? await maskOf(strokes, image) : null;
    const edited = { ...image.settings, prompt: prompt.trim(), negativePrompt: '', style: null, seed: null };
    const work = { type: 'edit' as const, sourceId: image.id, prompt: prompt.trim() };
    const added = tools.request({
      work: mask ? { ...work, mask } : work,
      settings: edited,
      model: jobModel(by),
    });
    if (added) onClose();
    return null;
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Edit image"
      description="Say what to change. Paint over a part to change only that."
      initialFocus={area}
      className="sm:max-w-guide"
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} kind="primary" busy={busy}>
            Edit
            {cost === null ? null : (
              <span className="figure-text text-sm font-normal">· {formatMoney(cost, 'USD', { exact: true })}</span>
            )}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        className="flex flex-col gap-4"
      >
        <Field label="What to change" error={wrong ? 'Say what to change' : null}>
          <Textarea
            ref={area}
            rows={2}
            value={prompt}
            placeholder="Make it night"
            onChange={(event) => {
              setWrong(false);
              setPrompt(event.target.value);
            }}
          />
        </Field>
        {url ? (
          <MaskCanvas url={url} image={image} strokes={strokes} brush={brush} erases={erases} onStrokes={setStrokes} />
        ) : null}
        <BrushToolbar
          strokes={strokes}
          brush={brush}
          erases={erases}
          onStrokes={setStrokes}
          onBrush={setBrush}
          onErases={setErases}
        />
        {failed === null ? null : (
          <p role="alert" className="text-sm text-stop">
            {failed}
          </p>
        )}
        {models.length > 1 ? (
          <Field label="Model">
            <Select
              value={modelId}
              onChange={setModelId}
              options={models.map((one) => ({ value: one.id, label: nameOf(one) }))}
            />
          </Field>
        ) : null}
      </form>
    </Dialog>
  );
}
