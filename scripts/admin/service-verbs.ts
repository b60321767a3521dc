import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { listAutomatic } from '../../lib/boot/assemble';
import { checkServiceFile } from '../../lib/models/service-file';
import { initServiceFile } from '../../lib/models/service-file/init';
import { settings } from '../../lib/platform/env';
import type { UpstreamsView } from '../../lib/admin/list-upstreams';
import { askOnlyServer } from './ask-server';
import { type Options, print, formatRows, verb } from './print';

/** `admin service …` */
export function addServiceVerbs(service: Command): void {
  verb(service, 'check', 'check a service file')
    .argument('[file]', 'the file; by default SERVICE_FILE')
    .action(async (file: string | undefined, given: Options) => {
      const path = file ?? settings().serviceFile;
      if (path === undefined) throw new Error('Name the file, or set SERVICE_FILE.');
      const outcome = await checkServiceFile(path, process.env);
      if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
      print(given, { ok: true, summary: outcome.summary }, () => outcome.summary);
    });
  verb(service, 'init', 'write a service file template with every model that has no price yet')
    .argument('[file]', 'the new file', 'service.yaml')
    .action(async (file: string, given: Options) => {
      const listed = await listAutomatic();
      for (const { id, failure } of listed)
        if (failure) process.stderr.write(`${id} could not be reached: ${failure}\n`);
      await writeNew(file, initServiceFile({ listed, settings: settings() }));
      print(given, { file }, () => `${file} was written. Fill it in, then set SERVICE_FILE=${file} and restart.`);
    });
}

/** `admin upstreams` */
export function addUpstreamsVerb(admin: Command): void {
  verb(admin, 'upstreams', 'list the running server’s upstreams, and which are disabled after failures').action(
    async (given: Options) => {
      const answer = await askOnlyServer({ verb: 'listUpstreams', input: {} });
      print(given, answer, () => formatUpstreams(answer as UpstreamsView));
    },
  );
}

function formatUpstreams({ upstreams }: UpstreamsView): string {
  if (upstreams.length === 0) return 'No model is served.';
  return formatRows([
    ['provider', 'model', 'state', 'since', 'failures', 'last error'],
    ...upstreams.map(({ provider, model, state, since, failures, lastError }) => [
      ...[provider, model, STATES[state], since ?? '', String(failures), lastError ?? ''],
    ]),
  ]);
}

const STATES: Record<UpstreamsView['upstreams'][number]['state'], string> = {
  closed: 'healthy',
  open: 'DISABLED',
  half_open: 'DISABLED, being retried',
  unknown: 'no requests yet',
};

async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new Error(`${file} already exists. Choose another file.`, { cause: error });
    }
    throw error;
  }
}
