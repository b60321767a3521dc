/** Whatever models are installed, the default one of each type has this trait. */
const MODEL = 'default';
const PROMPT = 'Make the disc blue';
/** The file that samples of forms send. */
const FILE = 'photo.png';

/** A red disc on white, 256 × 256 pixels. */
const DISC =
  'iVBORw0KGgoAAAANSUhEUgAAAQAAAAEAAQMAAABmvDolAAAABlBMVEXNBwf//f37YHWwAAAACXBIWXMAAAsTAAALEwEAmpwYAAABk0lEQVRo3u3YzY2EMAwF4Ic45EgJlEJpUBqlUAJHDoj90QiRxA6PTBAa7To3pE8zOBFgP3yRBQMGDBgwYECADehPAX7WGZh/QXMCAPETwdXyAm0STC/gkgCQ/+FfrDvoEmDeQZMA4w7qBACUm0CwzfvqVbAcoFXBdACngvEAtQqGA1Qa8O7Rv0vIfQz3EloRfhmQGx1uNrQi/DKgFeGXAeUkgtOAWqVXJ9QqvTqhVunVCbVKr87rYAqBE2AMQS3AEIJKAEDfqctgi0EfgTUGXQSWGLS5YI5BkwumGLgIjDGoc8EQgyoXAInDuAo2Cfo8sErQ3QwWCdo8MEvQ3AwmCdzTYJSgfhoMElR/EACpR8uAgXfAP3lwPuEd9Qnv6gc+SeXfzQc+7uUdSHkXdEMnVt4N0oazvKct76tp606b//L5go8wdAiiY1T5pEaHQTpO0oGUjrR8KKZjNR3M6WhPwwEaL9CAgkccNCShMQsNamjUw8MiGjfRwIpGXjw0o7EbDe549EfDQx4/Wk5rwIABAwbU9Q1n5xjD492saAAAAABJRU5ErkJggg==';

/** Requests of `POST /image/edit` for the API description. Forms name the files that are sent. */
export const EDIT_EXAMPLES = {
  form: { summary: 'A file', form: { image: FILE, prompt: PROMPT, model: MODEL } },
  json: { summary: 'As JSON', body: { model: MODEL, prompt: PROMPT, image: DISC, output_format: 'png' } },
};

/** Requests of `POST /image/multi-edit`. */
export const MULTI_EDIT_EXAMPLES = {
  form: { summary: 'Two files', form: { images: [FILE, FILE], prompt: 'Place the second one beside the first' } },
  json: {
    summary: 'As JSON',
    body: { modelId: MODEL, prompt: 'Place the second one beside the first', images: [DISC, DISC] },
  },
};

/** Requests of `POST /image/upscale`. */
export const UPSCALE_EXAMPLES = {
  form: { summary: 'A file', form: { image: FILE, scale: '2' } },
  json: { summary: 'As JSON', body: { image: DISC, scale: 2 } },
};

/** Requests of `POST /image/background-remove`. */
export const REMOVE_BACKGROUND_EXAMPLES = {
  form: { summary: 'A file', form: { image: FILE } },
  json: { summary: 'As JSON', body: { image: DISC } },
};

/** Requests of `POST /images/edits`. */
export const CREATE_EDIT_EXAMPLES = {
  form: { summary: 'A file', form: { image: FILE, prompt: PROMPT, model: 'gpt-image-1' } },
  json: { summary: 'As JSON', body: { image: DISC, prompt: PROMPT } },
};
