import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** For tests: the documentation of the service file. */
export const SERVICE_FILE_DOCUMENT = readFileSync(join(import.meta.dirname, '../../docs/service-file.md'), 'utf8');

/** For tests: the complete file in it, with every type of model once. */
export const WHOLE_FILE = /```yaml\n([^]*?)```/.exec(SERVICE_FILE_DOCUMENT)?.[1] ?? '';

/** For tests: the environment variables that the complete file names. */
export const WHOLE_FILE_ENVIRONMENT = { LAB_KEY: 'sk-lab-secret', BRAVE_KEY: 'brave-secret' };
