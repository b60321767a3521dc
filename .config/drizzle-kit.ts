import { defineConfig } from 'drizzle-kit';

/** Where `npm run generate-migration` reads the tables and writes the SQL. Paths are relative to the project root. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './lib/*/tables.ts',
  out: './lib/platform/migrations',
});
