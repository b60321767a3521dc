import type { Section } from '../contract';
import { samplesOf } from './samples-of';
import type { Guide, GuideContext } from './types';

/** Making, editing, and enlarging images, and removing their backgrounds. */
export function imagesGuide({ pages, serviceId }: GuideContext): Guide {
  return {
    slug: 'images',
    title: 'Images',
    summary: 'Generate images from a prompt, edit them by words, enlarge them, and remove their backgrounds.',
    sections: [
      generating(pages, serviceId),
      editing(pages),
      upscaling(pages),
      removingBackgrounds(pages),
      FORMATS,
      safeMode(serviceId),
      COSTS,
    ],
  };
}

const generating = (pages: GuideContext['pages'], serviceId: string): Section => ({
  id: 'generate',
  title: 'Generate',
  blocks: [
    ...samplesOf(pages, 'createImageGenerate', 'file', 'An image as a file'),
    {
      kind: 'text',
      text: `[POST /image/generate](/docs/createImageGenerate) answers with JSON and base64 images, up to 4 \`variants\` at once, or with \`return_binary\` with the file of one image. Sizes depend on the model: \`width\` and \`height\`, or an \`aspect_ratio\`, and with some a \`resolution\`. Fields that a model cannot apply are named in the header \`x-${serviceId}-not-applied\`.`,
    },
    {
      kind: 'text',
      text: 'OpenAI clients use [POST /images/generations](/docs/createImagesGeneration), with the fields that they know:',
    },
    ...samplesOf(pages, 'createImagesGeneration', 'plain', 'An image with an OpenAI client'),
  ],
});

const editing = (pages: GuideContext['pages']): Section => ({
  id: 'edit',
  title: 'Edit',
  blocks: [
    ...samplesOf(pages, 'createImageEdit', 'form', 'An edit of a file'),
    {
      kind: 'text',
      text: 'An image is a file of a form, base64, a `data:` URL, or a public address; the answer is the edited image itself. [POST /image/multi-edit](/docs/createImageMultiEdit) takes several images, the first of which is the base. OpenAI clients use [POST /images/edits](/docs/createImagesEdit), which also takes a mask.',
    },
    {
      kind: 'text',
      text: 'The embedded editor reads instructions in plain words (“make it warmer”, “crop to 16:9”, “put image 2 in the upper right corner”), and refuses with 400, free of charge, what it cannot do:',
    },
    {
      kind: 'list',
      items: [
        '**Objects** (“add a cat on the left”, “make the kite blue”), time of day, weather, and place (“make the sky a sunset”) can be changed in pictures of the scene composer: draw them with `embed_exif_metadata: true`, and send the file as it is, because it says from what it was drawn. The answer’s file says so too, so that you can edit it again. A side that you name is followed; everything else stays where it was, as far as possible.',
        '**Several images**: the prompt must say what becomes of each. “Sepia” with two images is 400, because the second would be left out. “Put image 2 in the corner” means the upper right one.',
      ],
    },
  ],
});

const upscaling = (pages: GuideContext['pages']): Section => ({
  id: 'upscale',
  title: 'Upscale',
  blocks: [
    ...samplesOf(pages, 'createImageUpscale', 'form', 'An enlarged file'),
    {
      kind: 'text',
      text: '`scale` is 2 or 4. The result has at most 16,777,216 pixels: 4 becomes 2, at its price, if it would have more.',
    },
  ],
});

const removingBackgrounds = (pages: GuideContext['pages']): Section => ({
  id: 'background',
  title: 'Remove the background',
  blocks: [
    ...samplesOf(pages, 'createImageBackgroundRemove', 'form', 'A file without its background'),
    {
      kind: 'text',
      text: 'The answer is a PNG whose background is transparent. The operator’s model for this does it: the request has no `model`.',
    },
  ],
});

const FORMATS: Section = {
  id: 'formats',
  title: 'Formats and bounds',
  blocks: [
    {
      kind: 'table',
      label: 'Formats of results',
      head: ['Endpoint', 'Result'],
      rows: [
        ['[POST /image/generate](/docs/createImageGenerate)', '`format`: `webp` (default), `png`, or `jpeg`'],
        [
          '[POST /images/generations](/docs/createImagesGeneration)',
          '`output_format`: `png` (default), `webp`, or `jpeg`; as base64 or a `data:` URL',
        ],
        [
          '[POST /image/edit](/docs/createImageEdit)',
          '`output_format`: `png`, `webp`, or `jpeg`; by default PNG, or JPEG for resolutions other than 1K',
        ],
        ['[POST /image/upscale](/docs/createImageUpscale)', 'PNG'],
        ['[POST /image/background-remove](/docs/createImageBackgroundRemove)', 'PNG'],
      ],
    },
    {
      kind: 'text',
      text: 'An image that you send has at most 25 MB, and 65,536 to 33,177,600 pixels. Of an animation, the first frame counts. Images are not kept, so save the answer; only with an `Idempotency-Key` it is stored for [its repeats](/docs/billing) for a day.',
    },
  ],
};

const safeMode = (serviceId: string): Section => ({
  id: 'safe-mode',
  title: 'Safe mode',
  blocks: [
    {
      kind: 'list',
      items: [
        `\`safe_mode\` is true by default: an image that a check finds to be adult content is blurred, and \`x-${serviceId}-is-blurred\` is true.`,
        `When generating, a prompt or image that the provider or the operator refuses gives a black image with \`x-${serviceId}-is-content-violation: true\`. Endpoints that edit answer 422 \`CONTENT_POLICY_VIOLATION\`. Neither costs anything.`,
      ],
    },
  ],
});

const COSTS: Section = {
  id: 'costs',
  title: 'What is charged',
  blocks: [
    {
      kind: 'list',
      items: [
        'An image costs its model’s price, by resolution and quality where [the model](/docs/getModels) has them, times the number of variants that were delivered.',
        'An edit costs `pricing.inpaint`, with some models more for each further image; enlarging `pricing.upscale`, by scale; removing a background `pricing.background_removal`, or 0.01 USD if the model has no such price.',
        'The price of the whole request must be covered before it starts. Failures, refusals, and images that were not delivered cost nothing.',
      ],
    },
  ],
};
