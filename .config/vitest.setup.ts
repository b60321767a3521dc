import { bundleChildren } from '../scripts/build.mjs';
import { writeSceneIcons } from '../scripts/steps/scene-icons.mjs';

/**
 * Children and workers are started from `dist`, and the scene composer's icons are read from there, so both are made from
 * the current sources before the tests.
 */
export default async function setup(): Promise<void> {
  await bundleChildren();
  await writeSceneIcons();
}
