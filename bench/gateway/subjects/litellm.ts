import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningSubject, Subject } from '../types';
import { litellmInstallation, missingGateway } from './installations';
import { startSubject } from './program';

const MASTER_KEY = 'sk-bench-1234';

/** From its production guide. Without the first it refuses the key; with the last it fetches no price list. */
const ENVIRONMENT = {
  LITELLM_DANGEROUSLY_PERMIT_WEAK_OR_UNSET_MASTER_KEY: 'true',
  LITELLM_MODE: 'PRODUCTION',
  LITELLM_LOG: 'ERROR',
  LITELLM_LOCAL_MODEL_COST_MAP: 'True',
};

/** LiteLLM's proxy with one worker and no database: it checks one key, and bills nothing. */
export const litellm: Subject = { name: 'LiteLLM', missing: missingGateway(litellmInstallation()), start };

function start(upstreamUrl: string): Promise<RunningSubject> {
  return startSubject('LiteLLM', ({ folder, port }) => {
    const config = join(folder, 'config.yaml');
    writeFileSync(config, configOf(upstreamUrl));
    return {
      command: litellmInstallation().program,
      args: ['--config', config, '--host', '127.0.0.1', '--port', String(port), '--num_workers', '1'],
      env: ENVIRONMENT,
      cwd: folder,
      readyPath: '/health/liveliness',
      headers: { authorization: `Bearer ${MASTER_KEY}` },
    };
  });
}

/** Every model keeps its name. JSON is YAML. */
function configOf(upstreamUrl: string): string {
  const params = { model: 'openai/*', api_base: `${upstreamUrl}/v1`, api_key: 'sk-bench' };
  return JSON.stringify({
    model_list: [{ model_name: '*', litellm_params: params }],
    litellm_settings: { drop_params: true, num_retries: 0, telemetry: false },
    general_settings: { master_key: MASTER_KEY },
  });
}
