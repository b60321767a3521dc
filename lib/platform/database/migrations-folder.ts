import { join } from 'node:path';
import { projectRoot } from '../project-root';

/** The migrations folder of both databases: SQL by drizzle-kit, applied in the order of its journal. */
export function migrationsFolder(): string {
  return join(projectRoot(), 'lib', 'platform', 'migrations');
}
