import type { RunContext } from '../../accounts/caller';
import type { FoundModel } from '../../models/find';
import type { ModelOf } from '../../models/model';
import { inpaintParts } from '../../models/price/image';
import type { EditCall } from '../../providers/image-spec';
import { sizeOfEdit } from '../../providers/kit/images/sizes';
import { callUpstreams } from '../../providers/routing/call-upstreams';
import { screenPrompt } from '../finish/screen-prompt';
import { chargeEdit, type PaidImage } from './charge-edit';
import type { EditPlan } from './plan-edit';

/** An edit that is planned. */
export type PlannedEdit = Pick<EditCall, 'prompt' | 'size'> & {
  plan: EditPlan;
  /** How many it has. */
  images: number;
  /** Reads them. @throws ApiError 4xx naming the field */
  read: (context: RunContext) => Promise<Pick<EditCall, 'images' | 'mask'>>;
  safeMode: boolean;
  /** Names of the fields that the caller sent. */
  sent: ReadonlySet<string>;
};

const FAILURE = { code: 'IMAGE_EDIT_ERROR', message: 'The image could not be edited.' } as const;

/**
 * Carries out a planned edit: its price is that of its resolution and quality, and of the images beyond the included
 * ones.
 * @throws see `chargeEdit`; CONTENT_POLICY_VIOLATION for a prompt that the operator does not allow
 */
export async function runEdit(
  { plan, prompt, images, read, size, safeMode, sent }: PlannedEdit,
  found: FoundModel<ModelOf<'inpaint'>>,
  context: RunContext,
): Promise<PaidImage> {
  const { model } = found;
  const { format, notApplied, ...sizing } = plan;
  const { resolution, quality } = sizing;
  const allowsPrompt = async (written: string) => !(await screenPrompt(written, context.signal)).isViolation;
  return chargeEdit(
    {
      parts: inpaintParts(model.price, { resolution, quality, inputImages: images }),
      prompt,
      prepare: async (working) => {
        const call = { prompt, ...(await read(working)), ...(size && { size }), ...sizing, allowsPrompt };
        const made = sizeOfEdit(call);
        return {
          pixels: made.width * made.height,
          call: (further) => callUpstreams(model, { ...call, ...further }, ({ editImage }) => editImage),
        };
      },
      format,
      safeMode,
      failure: FAILURE,
      sent,
      notApplied,
    },
    found,
    context,
  );
}
