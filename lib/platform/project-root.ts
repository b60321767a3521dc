import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processState } from './process-state';

/**
 * The folder of `package.json`. Data files and built scripts are found from here, whether this code runs from source,
 * from `dist`, or from Next's output.
 * @throws Error if no folder above this file or the working directory contains a `package.json`
 */
export function projectRoot(): string {
  return processState('platform.project-root', () => {
    for (const start of [process.cwd(), dirname(fileURLToPath(import.meta.url))]) {
      for (let folder = start; ; folder = dirname(folder)) {
        if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'lib', 'core'))) return folder;
        if (dirname(folder) === folder) break;
      }
    }
    throw new Error('Cannot find the project: no parent folder of the program contains package.json.');
  });
}
