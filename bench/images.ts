/**
 * `npm run -s bench -- images [sizes | styles | overhead | finish | sheet]`: what images cost.
 * - `sizes`: an image of the embedded engine per size and format, through the service: processor time of all its
 *   processes, and their memory;
 * - `styles`: a scene in each style by the engine alone, the slowest first;
 * - `overhead`: an image through the service beside the engine called directly, in alternate rounds;
 * - `finish`: what the last steps (decoding, mark, metadata, encoding, and with `--check` the check for adult content)
 *   take, beside the bare library.
 * - `sheet` (only if named): draws the thirty prompts of images/prompts.json, and writes them to docs/scenes.webp.
 *
 * Prints Markdown; never fails because of a slow result.
 */
import { measureFinishing } from './images/finish';
import { measureOverhead } from './images/overhead';
import { drawSheet } from './images/sheet';
import { measureSizes } from './images/sizes';
import { measureStyles } from './images/styles';
import { runParts } from './report/run-parts';

const PARTS = {
  sizes: measureSizes,
  styles: measureStyles,
  overhead: measureOverhead,
  finish: measureFinishing,
  sheet: drawSheet,
};

await runParts(PARTS, ['sheet']);
// Processes of the engine may still be idle.
process.exit();
