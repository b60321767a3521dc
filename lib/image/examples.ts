/** Whatever models are installed, the default image model has this trait. */
const MODEL = 'default';
const PROMPT = 'A red kite above a lighthouse at sunset';

/** Requests of `POST /image/generate` for the API description. */
export const GENERATE_EXAMPLES = {
  json: { summary: 'As JSON', body: { model: MODEL, prompt: PROMPT } },
  file: { summary: 'As a file', body: { model: MODEL, prompt: PROMPT, format: 'png', return_binary: true } },
  variants: {
    summary: 'Two variants in a style',
    body: { model: MODEL, prompt: PROMPT, style_preset: 'Watercolor', variants: 2, seed: 7 },
  },
};

/** Requests of `POST /images/generations` for the API description. */
export const CREATE_EXAMPLES = {
  plain: { summary: 'As base64', body: { model: 'gpt-image-1', prompt: PROMPT, size: '1024x1024' } },
};
