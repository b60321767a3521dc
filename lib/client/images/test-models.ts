import type { DrawModel, EditModel, UpscaleModel } from './studio-models';

type Spec = DrawModel['model_spec'];

const pair = (usd: number) => ({ usd, diem: usd });
const upscale = { '2x': pair(0.02), '4x': pair(0.08) };

/** An image model with the members that the studio reads. */
export function drawModel(
  id: string,
  constraints: Partial<Spec['constraints']> = {},
  pricing: Partial<Spec['pricing']> = { generation: pair(0.002) },
): DrawModel {
  const model: unknown = {
    id,
    type: 'image',
    model_spec: {
      name: id,
      traits: [],
      offline: false,
      constraints: {
        promptCharacterLimit: 1_500,
        steps: { default: 8, max: 50 },
        widthHeightDivisor: 8,
        ...constraints,
      },
      pricing: { upscale, ...pricing },
    },
  };
  return model as DrawModel;
}

/** An editing model with the members that the studio reads. */
export function editModel(id: string, pricing: object = { inpaint: pair(0.03) }): EditModel {
  const model: unknown = { id, type: 'inpaint', model_spec: { name: id, constraints: {}, pricing } };
  return model as EditModel;
}

/** An upscaling model with the members that the studio reads. */
export function upscaleModel(id: string): UpscaleModel {
  const pricing = { generation: pair(0.01), upscale };
  const model: unknown = { id, type: 'upscale', model_spec: { name: id, pricing } };
  return model as UpscaleModel;
}
