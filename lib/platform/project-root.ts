import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processState } from './process-state';

/**
 * The folder of `package.json`: data files and built children are found from here, whether this code runs from
 * the sources, from `dist` or from Next's output.
 * @throws Error where no folder above this file or the working directory holds a `package.json`
 */
export function projectRoot(): string {
  return processState('platform.project-root', () => {
    for (const start of [process.cwd(), dirname(fileURLToPath(import.meta.url))]) {
      for (let folder = start; ; folder = dirname(folder)) {
        if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'lib', 'core'))) return folder;
        if (dirname(folder) === folder) break;
      }
    }
    throw new Error('Cannot find the project: no folder above the program holds package.json.');
  });
}
