import { bundleChildren } from '../scripts/build.mjs';

/** Children and workers are started from `dist`: before the tests, those of today's sources are there. */
export default async function setup(): Promise<void> {
  await bundleChildren();
}
