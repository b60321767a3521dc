import { z } from 'zod';
import type { Description } from '../http/description';

/** Where the description is, below `/api/v1`. */
export const OWN_PATH = '/openapi.json';

/** How the description describes itself. */
export const ownDescription: Description = {
  summary: 'This description',
  detail: 'OpenAPI 3.1. The same as YAML is at `/doc/api/swagger.yaml` on the host.',
  answer: z.looseObject({
    openapi: z.string().meta({ description: 'Version of the format.', example: '3.1.1' }),
    info: z
      .looseObject({ title: z.string(), version: z.string() })
      .meta({ example: { title: 'Farebox', version: '20261122.090000' } }),
    paths: z.record(z.string(), z.looseObject({})),
  }),
};
