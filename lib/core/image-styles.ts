/**
 * The style presets of image models, by name: `GET /image/styles` lists them. Models without presets get the text of
 * `prompt` after the caller's own (and `negativePrompt` likewise); the embedded model draws each of them itself.
 */
export const IMAGE_STYLES = [
  {
    name: '3D Model',
    prompt: 'professional 3D model, octane render, highly detailed, volumetric lighting',
    negativePrompt: 'low poly, blurry',
  },
  {
    name: 'Analog Film',
    prompt: 'analog film photo, faded film, grain, vintage, Kodachrome',
    negativePrompt: 'painting, drawing, cartoon',
  },
  {
    name: 'Anime',
    prompt: 'anime artwork, key visual, vibrant, studio anime, highly detailed',
    negativePrompt: 'photo, realistic',
  },
  {
    name: 'Cinematic',
    prompt: 'cinematic film still, shallow depth of field, dramatic light, vignette, highly detailed',
    negativePrompt: 'cartoon, drawing',
  },
  {
    name: 'Comic Book',
    prompt: 'comic book art, bold ink outlines, halftone shading, dynamic',
    negativePrompt: 'photo, realistic',
  },
  {
    name: 'Watercolor',
    prompt: 'watercolor painting, soft washes, paper texture, delicate',
    negativePrompt: 'photo, 3d render',
  },
  {
    name: 'Oil Painting',
    prompt: 'oil painting, visible brush strokes, rich color, canvas texture',
    negativePrompt: 'photo, flat',
  },
  {
    name: 'Pencil Sketch',
    prompt: 'pencil sketch, graphite on paper, hatching, hand drawn',
    negativePrompt: 'color, photo',
  },
  {
    name: 'Line Art',
    prompt: 'clean line art, monochrome, precise outlines, white background',
    negativePrompt: 'color, shading, photo',
  },
  {
    name: 'Pixel Art',
    prompt: 'pixel art, low resolution, 16-bit game graphics, limited palette',
    negativePrompt: 'smooth, photo',
  },
  {
    name: 'Flat Illustration',
    prompt: 'flat vector illustration, simple shapes, solid colors',
    negativePrompt: 'photo, texture',
  },
  {
    name: 'Paper Cutout',
    prompt: 'paper cutout collage, layered paper, soft shadows, craft',
    negativePrompt: 'photo, glossy',
  },
  {
    name: 'Stained Glass',
    prompt: 'stained glass window, lead lines, luminous colored glass',
    negativePrompt: 'photo, blurry',
  },
  {
    name: 'Neon',
    prompt: 'neon lights, glowing outlines, dark background, synthwave',
    negativePrompt: 'daylight, washed out',
  },
  {
    name: 'Blueprint',
    prompt: 'technical blueprint, white lines on blue, grid, annotations',
    negativePrompt: 'photo, color',
  },
  { name: 'Pop Art', prompt: 'pop art, bold flat colors, halftone dots, screen print', negativePrompt: 'photo, muted' },
  {
    name: 'Ukiyo-e',
    prompt: 'ukiyo-e woodblock print, flat color, fine outlines, Japanese',
    negativePrompt: 'photo, 3d render',
  },
  {
    name: 'Art Deco',
    prompt: 'art deco poster, geometric shapes, gold and black, elegant',
    negativePrompt: 'photo, messy',
  },
  {
    name: 'Vintage Poster',
    prompt: 'vintage travel poster, muted colors, bold shapes, print texture',
    negativePrompt: 'photo, modern',
  },
  {
    name: 'Noir',
    prompt: 'film noir, black and white, hard light, long shadows, high contrast',
    negativePrompt: 'color, cheerful',
  },
  { name: 'Pastel', prompt: 'soft pastel colors, gentle light, dreamy, minimal', negativePrompt: 'harsh, dark' },
  { name: 'Crayon', prompt: 'children’s crayon drawing, waxy strokes, playful', negativePrompt: 'photo, realistic' },
  { name: 'Mosaic', prompt: 'mosaic of small tiles, grout lines, ancient craft', negativePrompt: 'photo, smooth' },
  {
    name: 'Minimalist',
    prompt: 'minimalist composition, few shapes, generous empty space, two colors',
    negativePrompt: 'clutter, detail',
  },
] as const satisfies readonly { name: string; prompt: string; negativePrompt?: string }[];

/** The name of a style preset. */
export type ImageStyleName = (typeof IMAGE_STYLES)[number]['name'];
