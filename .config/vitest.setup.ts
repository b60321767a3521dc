import { bundleChildren } from '../scripts/build.mjs';

/** Children and workers are started from `dist`, so they are built from the current sources before the tests. */
export default async function setup(): Promise<void> {
  await bundleChildren();
}
