import { prepare } from './prepare.mjs';
import { explainAndExit, TOOL_ENV } from './steps/run.mjs';

/*
 * `npm start`: installs and builds what is outdated, then becomes the server in the same process, so that signals reach
 * it. `node scripts/start.mjs admin …`: the same, then the admin command. Uses only Node's own modules.
 */

try {
  await prepare({ build: true });
  Object.assign(process.env, TOOL_ENV, { NODE_ENV: 'production' });
  const [command, ...rest] = process.argv.slice(2);
  if (command === 'admin') await runAdmin(rest);
  else await runServer();
} catch (error) {
  explainAndExit(error);
}

async function runServer() {
  const { main } = await importBuilt('server.mjs');
  await main();
}

/** @param {string[]} args */
async function runAdmin(args) {
  const { main } = await importBuilt('admin.mjs');
  await main(args);
}

/**
 * @param {string} name
 * @returns {Promise<{ main: (args?: string[]) => Promise<void> }>}
 */
function importBuilt(name) {
  return import(new URL(`../dist/${name}`, import.meta.url).href);
}
