import fs from 'node:fs';
import type { PGlite, postgresMod } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Module = postgresMod.PostgresMod;
/** What Emscripten's NODEFS keeps for an open file or folder. `nfd` is Node's file descriptor; folders have none. */
type OpenFile = { nfd?: number | null; node: unknown };
type NodeFiles = { realPath(node: unknown): string; stream_ops: { fsync?: (file: OpenFile) => number } };

/**
 * The embedded database's files in a real folder, with an fsync that reaches the disk. PGlite's own file system has
 * none (its start even says `-F`), so a power cut could take commits that were acknowledged. This leans on an inner
 * part of Emscripten: the version is pinned and a test counts the calls.
 */
export class FsyncNodeFS extends NodeFS {
  /** How often the database has asked for a flush. */
  fsyncCount = 0;

  override async init(pg: PGlite, options: Partial<Module>): Promise<{ emscriptenOpts: Partial<Module> }> {
    const { emscriptenOpts } = await super.init(pg, options);
    const install = (module: Module): void => {
      const files = nodeFilesOf(module);
      files.stream_ops.fsync = (file) => {
        this.fsyncCount += 1;
        flush(file, files);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), install] } };
  }
}

function nodeFilesOf(module: Module): NodeFiles {
  const files: unknown = module.NODEFS;
  if (typeof files !== 'object' || files === null || !('stream_ops' in files) || !('realPath' in files)) {
    throw new Error('This version of PGlite keeps its files in another way: the fsync cannot be put in.');
  }
  return files as NodeFiles;
}

function flush(file: OpenFile, files: NodeFiles): void {
  if (typeof file.nfd === 'number') {
    fs.fsyncSync(file.nfd);
    return;
  }
  const descriptor = fs.openSync(files.realPath(file.node), 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
