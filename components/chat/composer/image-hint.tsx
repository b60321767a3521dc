'use client';

import { formatMoney } from '@/components/ui/show/money-text';
import { useStudioModels } from '@/components/images/state/use-studio-models';
import { DEFAULT_IMAGE_SETTINGS } from '@/lib/client/images/settings/default-settings';
import { generationCost } from '@/lib/client/images/settings/image-cost';
import { nameOf } from '@/lib/client/models';

/** Which model draws the image that a message requests, and what it costs, before it is sent. */
export default function ImageHint({ prompt }: { prompt: string }) {
  const [model = null] = useStudioModels().data?.draw ?? [];
  const cost = generationCost({ ...DEFAULT_IMAGE_SETTINGS, prompt }, model);
  if (!model || cost === null) return null;
  return (
    <p role="status" className="px-4 text-sm text-muted">
      {nameOf(model)} draws an image for{' '}
      <span className="figure-text">{formatMoney(cost, 'USD', { exact: true })}</span>.
    </p>
  );
}
