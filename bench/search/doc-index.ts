import { EMBEDDING_MODEL, installEmbeddingModel } from '../../lib/engines/embed/embedding-model';
import { findWeights } from '../../lib/engines/weights';
import { settings } from '../../lib/platform/env';
import { openTestDatabase } from '../../lib/platform/testing/test-database';
import { type LocalEmbedder, localEmbedder } from '../../lib/providers/local/embedder';
import { installEmbedder } from '../../lib/web/index/embedder';
import { putDocument } from '../../lib/web/index/put-document';
import { openSource } from '../../lib/web/index/sources/open-source';
import { fillVectors } from '../../lib/web/index/vectors/fill-vectors';
import { loadVectors } from '../../lib/web/index/vectors/vector-copy';
import { type BenchPage, readPages } from './pages';

/** Opens an index of our own documentation; `embedder` is null, and it has no vectors, if the weights are not here. */
export async function openDocIndex(): Promise<{
  pages: BenchPage[];
  embedder: LocalEmbedder | null;
  close: () => Promise<void>;
}> {
  const pages = readPages();
  const opened = await openTestDatabase();
  installEmbeddingModel(await findWeights(EMBEDDING_MODEL, settings().modelsDir));
  installEmbedder(localEmbedder);
  const sourceId = await openSource({ kind: 'folder', target: 'docs', ownerId: null });
  for (const { name, title, markdown } of pages) {
    await putDocument({ sourceId, url: addressOf(name), title, markdown, date: '' });
  }
  const embedder = localEmbedder();
  await fillVectors();
  if (embedder) await loadVectors(embedder);
  else console.log('The weights of the embedding model are not here: words alone.\n');
  return { pages, embedder, close: () => opened.close() };
}

/** The address under which a page of the index is found. */
export function addressOf(name: string): string {
  return `https://docs.example/${name}`;
}
