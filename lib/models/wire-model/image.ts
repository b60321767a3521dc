import type { ModelOf } from '../model';
import { imagePricing, inpaintPricing } from '../price/image';
import type { BaseSpec } from '../wire/base';
import type { WireImageModel, WireInpaintModel } from '../wire/image';

type ImageSpec = Omit<WireImageModel['model_spec'], keyof BaseSpec>;
type InpaintSpec = Omit<WireInpaintModel['model_spec'], keyof BaseSpec>;

/** The `model_spec` members of an image model (docs/api-rules.md, "Model sizing" and "Model pricing"). */
export function imageSpec(model: ModelOf<'image'>): ImageSpec {
  const { abilities, aspectRatios, defaultAspectRatio, maxStyleReferences } = model;
  const takesReferences = abilities.includes('style_references');
  return {
    supportsStyleReferences: takesReferences,
    supportsWebSearch: abilities.includes('web_search'),
    supportsOptimizePromptThinking: abilities.includes('optimize_prompt_thinking'),
    constraints: {
      promptCharacterLimit: model.promptCharacterLimit,
      steps: model.steps,
      widthHeightDivisor: model.widthHeightDivisor,
      aspectRatios,
      defaultAspectRatio,
      ...sizesOf(model),
      ...(takesReferences && {
        maxStyleReferences,
        supportsStyleReferenceStrength: abilities.includes('style_reference_strength'),
      }),
    },
    pricing: imagePricing(model.price),
  };
}

/** The `model_spec` members of an editing model (docs/api-rules.md, "Model sizing" and "Model pricing"). */
export function inpaintSpec(model: ModelOf<'inpaint'>): InpaintSpec {
  return {
    constraints: {
      aspectRatios: model.aspectRatios,
      promptCharacterLimit: model.promptCharacterLimit,
      combineImages: model.combineImages,
      maxInputImages: model.maxInputImages,
      singleImageAspectRatio: model.singleImageAspectRatio,
      ...sizesOf(model),
    },
    pricing: inpaintPricing(model.price),
  };
}

type Sizes = Pick<InpaintSpec['constraints'], 'resolutions' | 'defaultResolution' | 'qualities' | 'defaultQuality'>;

function sizesOf({ resolutions, defaultResolution, qualities, defaultQuality }: ModelOf<'image' | 'inpaint'>): Sizes {
  return { resolutions, defaultResolution, qualities, defaultQuality };
}
