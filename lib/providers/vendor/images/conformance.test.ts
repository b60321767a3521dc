import { describeImageProvider } from '../../conformance/images/test-image-provider';
import { googleImageWire } from '../../conformance/images/wires/google';
import { makeVendor } from '../provider';
import { GEMINI_FIELDS } from './gemini';
import { IMAGEN_FIELDS } from './imagen';

describeImageProvider('google (Gemini)', {
  wire: googleImageWire,
  make: ({ origin, secret, times }) =>
    makeVendor({ id: 'lab', kind: 'google', baseUrl: `${origin}/v1beta`, apiKey: secret, times }),
  fields: GEMINI_FIELDS,
  models: { draw: 'gemini-3-pro-image', edit: 'gemini-3-pro-image' },
  lacks: ['upscale', 'background removal', 'progress', 'revised prompt', 'reported seed'],
});

describeImageProvider('google (Imagen)', {
  wire: googleImageWire,
  make: ({ origin, secret, times }) =>
    makeVendor({ id: 'lab', kind: 'google', baseUrl: `${origin}/v1beta`, apiKey: secret, times }),
  fields: IMAGEN_FIELDS,
  models: { draw: 'imagen-4.0-generate-001' },
  lacks: ['edit', 'upscale', 'background removal', 'progress', 'reported seed'],
});
