import fs from 'node:fs';
import { join } from 'node:path';
import type { PGlite, postgresMod } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Module = postgresMod.PostgresMod;
/** What Emscripten's NODEFS stores for an open file or folder. `nfd` is Node's file descriptor; folders have none. */
type OpenFile = { nfd?: number | null; node: unknown };
type Attributes = { mode?: number };
type NodeFiles = {
  realPath(node: unknown): string;
  node_ops: {
    mknod(parent: unknown, name: string, mode: number, device: number): unknown;
    setattr(node: unknown, attributes: Attributes): void;
  };
  stream_ops: {
    fsync?: (file: OpenFile) => number;
    setattr(file: OpenFile, attributes: Attributes): void;
  };
};

/** The permission bits of everyone except the owner. */
const OTHERS = 0o077;

/**
 * The embedded database's files in a real folder, with an fsync that reaches the disk, and readable by this user only.
 * PGlite's own file system has no fsync (it even starts with `-F`), so a power failure could lose acknowledged commits;
 * and it creates files with mode 0666 regardless of the umask. This relies on internals of Emscripten: the version is
 * pinned, and tests count the calls and check the modes.
 */
export class FsyncNodeFS extends NodeFS {
  /** How often the database has requested a flush. */
  fsyncCount = 0;

  constructor(folder: string) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    super(folder);
  }

  override async init(pg: PGlite, options: Partial<Module>): Promise<{ emscriptenOpts: Partial<Module> }> {
    const { emscriptenOpts } = await super.init(pg, options);
    const install = (module: Module): void => {
      const files = nodeFilesOf(module);
      keepPrivate(files);
      files.stream_ops.fsync = (file) => {
        this.fsyncCount += 1;
        flush(file, files);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), install] } };
  }
}

/** Removes others' permissions from a folder and everything in it. Links are left alone. */
export function makePrivate(folder: string): void {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  const own = entries.filter((entry) => entry.isFile() || entry.isDirectory());
  for (const path of [folder, ...own.map((entry) => join(entry.parentPath, entry.name))]) {
    const { mode } = fs.lstatSync(path);
    if ((mode & OTHERS) !== 0) fs.chmodSync(path, mode & 0o700);
  }
}

/** Masks each mode that the database requests, when it creates a file or folder and when it sets a mode. */
function keepPrivate({ node_ops, stream_ops }: NodeFiles): void {
  const { mknod, setattr } = node_ops;
  const setOpen = stream_ops.setattr;
  node_ops.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~OTHERS, device);
  node_ops.setattr = (node, attributes) => setattr(node, masked(attributes));
  stream_ops.setattr = (file, attributes) => setOpen(file, masked(attributes));
}

function masked(attributes: Attributes): Attributes {
  return attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~OTHERS };
}

function nodeFilesOf(module: Module): NodeFiles {
  const files: unknown = module.NODEFS;
  const isKnown = typeof files === 'object' && files !== null && 'stream_ops' in files && 'node_ops' in files;
  if (!isKnown || !('realPath' in files)) {
    throw new Error('This version of PGlite stores its files differently: fsync cannot be installed.');
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
