import { z } from 'zod';
import type { Description } from '../http/description';

/** Path of the description, below `/api/v1`. */
export const OWN_PATH = '/openapi.json';

/** How the description describes itself. */
export const ownDescription: Description = {
  summary: 'This description',
  detail: 'The API description in OpenAPI 3.1. `/doc/api/swagger.yaml` on the same host has it in YAML.',
  answer: z.looseObject({
    openapi: z.string().meta({ description: 'OpenAPI version.', example: '3.1.1' }),
    info: z
      .looseObject({ title: z.string(), version: z.string() })
      .meta({ example: { title: 'Farebox', version: '20261122.090000' } }),
    paths: z.record(z.string(), z.looseObject({})),
  }),
};
