import { describeImageProvider } from '../conformance/images/test-image-provider';
import { automatic1111Wire } from '../conformance/images/wires/automatic1111';
import { makeAutomatic1111 } from './provider';
import { AUTOMATIC1111_FIELDS } from './upstream';

describeImageProvider('automatic1111', {
  wire: automatic1111Wire,
  make: ({ origin, secret, times }) => makeAutomatic1111({ id: 'lab', baseUrl: origin, apiAuth: secret, times }),
  fields: AUTOMATIC1111_FIELDS,
  models: { draw: 'sd_xl_base', edit: 'sd_xl_base', upscale: 'R-ESRGAN 4x+' },
  lacks: ['several images', 'content refusal', 'revised prompt', 'background removal'],
});
