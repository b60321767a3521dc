import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '../project-root';

const PACKAGE = z.object({ version: z.string() });

/**
 * The folder of the build's empty database, from which new installations start. It exists only after a build, and is
 * named after the version of PGlite that made it.
 */
export function emptyDatabaseFolder(): string {
  const manifest = join(projectRoot(), 'node_modules', '@electric-sql', 'pglite', 'package.json');
  const { version } = PACKAGE.parse(JSON.parse(readFileSync(manifest, 'utf8')));
  return join(projectRoot(), 'dist', `empty-database-${version}`);
}
