import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(js|css|svg|json|txt)$/;
/** Smaller files fit in one packet anyway. */
const MIN_BYTES = 1_024;
/** Concurrent files: as many as Node's thread pool has threads. */
const AT_ONCE = 4;

/**
 * Writes `.br` and `.gz` next to the files of a folder that browsers fetch, so that the server need not compress on
 * request, and the files are smaller than with on-the-fly compression.
 * @param {string} folder
 */
export async function compressStatic(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => COMPRESSIBLE.test(file));
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) await compress(join(folder, file));
  });
  await Promise.all(workers);
}

/** @param {string} path */
async function compress(path) {
  const contents = await readFile(path);
  if (contents.length < MIN_BYTES) return;
  const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_SIZE_HINT]: contents.length };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(contents, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(contents, { level: constants.Z_BEST_COMPRESSION }));
}
