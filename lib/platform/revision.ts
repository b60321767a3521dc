import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from './project-root';
import { processState } from './process-state';

const Revision = z.object({ revision: z.string().regex(/^\d{8}\.\d{6}$/) });

/** Used if no build has written one: in development and unit tests. */
const UNBUILT = '00000000.000000';

/**
 * The service revision `YYYYMMDD.HHMMSS`: the last commit's UTC time, written by the build
 * (docs/api-rules.md, "Base and versions").
 */
export function revision(): string {
  return processState('platform.revision', () => {
    try {
      return Revision.parse(JSON.parse(readFileSync(join(projectRoot(), 'dist', 'revision.json'), 'utf8'))).revision;
    } catch {
      return UNBUILT;
    }
  });
}
