import type { NewJob } from '@/lib/client/images/queue/queue';
import type { StudioModels } from '@/lib/client/images/studio-models';
import type { StudioImage } from '@/lib/client/images/types';
import type { ImageActions } from './state/image-actions';

/** What can be done with one image, wherever it is shown. */
export type ImageTools = ImageActions & {
  models: StudioModels;
  /** Opens the editor. */
  edit: (image: StudioImage) => void;
};

/** The served model that removes backgrounds: the one with that trait, otherwise none. */
export function cutoutModel({ edit }: StudioModels): StudioModels['edit'][number] | null {
  const has = (model: StudioModels['edit'][number]) =>
    (model.model_spec.traits as readonly string[]).includes('background_removal');
  return edit.find(has) ?? null;
}

/** A model as jobs name it. */
export function jobModel({ id, model_spec: { name } }: { id: string; model_spec: { name: string } }): NewJob['model'] {
  return { id, name: name === '' ? id : name };
}
