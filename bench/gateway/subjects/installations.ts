import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environment, readSettings } from '../../../lib/platform/env';
import { projectRoot } from '../../../lib/platform/project-root';

/** A gateway as installed by `npm run bench -- peers`. */
export type Installation = {
  name: string;
  version: string;
  /** Its own folder, named by name and version. */
  folder: string;
  /** The file that is run; it exists once the gateway is installed. */
  program: string;
};

const INSTALL = 'npm run bench -- peers';

const PORTKEY_VERSION = '1.15.2';
/** With newer Hono servers, this version of Portkey answers every stream with 500. */
const PORTKEY_OVERRIDES = { '@hono/node-server': '1.13.5', '@hono/node-ws': '1.2.0', hono: '4.9.7' };
const PORTKEY_PROGRAM = join('node_modules', '@portkey-ai', 'gateway', 'build', 'start-server.js');

/** Never 1.82.7 and 1.82.8: their packages had been tampered with. */
const LITELLM_VERSION = '1.106.2';

/** A gateway in Rust. Cargo compiles it, which takes ten minutes. */
const NOVEUM_VERSION = '2.0.1';
export const NOVEUM_CRATE = { name: 'noveum-ai-gateway', version: NOVEUM_VERSION };

/** The `package.json` from which Portkey is installed. */
export const PORTKEY_PACKAGE = {
  name: 'farebox-bench-portkey',
  private: true,
  dependencies: { '@portkey-ai/gateway': PORTKEY_VERSION },
  overrides: PORTKEY_OVERRIDES,
};

/** What pip installs. */
export const LITELLM_REQUIREMENT = `litellm[proxy]==${LITELLM_VERSION}`;

/** Portkey's installation, whether it exists or not. */
export function portkeyInstallation(): Installation {
  return installationOf('portkey', PORTKEY_VERSION, PORTKEY_PROGRAM);
}

/** LiteLLM's installation, a separate Python environment, whether it exists or not. */
export function litellmInstallation(): Installation {
  const program = process.platform === 'win32' ? join('Scripts', 'litellm.exe') : join('bin', 'litellm');
  return installationOf('litellm', LITELLM_VERSION, program);
}

/** The installation of the gateway in Rust, whether it exists or not. */
export function noveumInstallation(): Installation {
  const program = process.platform === 'win32' ? `${NOVEUM_CRATE.name}.exe` : NOVEUM_CRATE.name;
  return installationOf('noveum', NOVEUM_VERSION, join('bin', program));
}

/**
 * Where the small Next.js application is installed, whether it exists or not; a finished build writes its program file.
 */
export function nextInstallation(): Installation {
  const file = join(projectRoot(), 'node_modules', 'next', 'package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return installationOf('next-handler', version, join('.next', 'BUILD_ID'));
}

/** Why a gateway cannot run here, as text for the report; null if it can. */
export function missingGateway({ name, version, program }: Installation): string | null {
  return existsSync(program) ? null : `${name} ${version} is not installed: ${INSTALL}`;
}

/** Next to the weights of the embedded models, in the user's cache folder. */
function installationOf(name: string, version: string, program: string): Installation {
  const { modelsDir } = readSettings({ ...environment(), MODELS_DIR: undefined });
  const folder = join(dirname(modelsDir), 'bench', `${name}-${version}`);
  return { name, version, folder, program: join(folder, program) };
}
