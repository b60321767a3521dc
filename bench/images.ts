/**
 * `npm run bench -- images [finish]`: what images cost in processor time. `finish`: what the last steps (decoding, mark,
 * metadata, encoding, and with `--check` the check for adult content) take, beside the bare library.
 */
import { measureFinishing } from './images/finish';

const PARTS: Record<string, () => Promise<void>> = { finish: measureFinishing };
const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

for (const name of asked.length > 0 ? asked : Object.keys(PARTS)) {
  const part = PARTS[name];
  if (part) await part();
  else console.error(`There is no part named ${name}: ${Object.keys(PARTS).join(', ')}.`);
}
process.exit();
