import type { Enough, Extracted } from './extracted';
import { type Archive, readArchive } from './read-archive';
import { readEpub } from './read-epub';
import { readOffice } from './read-office';
import { plainSheets } from './plain-sheets';

/** Files that contain text or lead to it. Pictures, fonts, and embedded files are never unpacked. */
const WANTED = /(\.(xml|rels|opf|x?html?|ncx)|^mimetype)$/i;

/**
 * Reads a document that is a ZIP archive: DOCX, PPTX, XLSX, or EPUB, identified by its content.
 * @returns `unsupported` for any other archive
 */
export async function readDocument(bytes: Uint8Array, isEnough: Enough): Promise<Extracted> {
  const archive = readArchive(bytes, (name) => WANTED.test(name));
  if (typeof archive === 'string') return { problem: archive };
  if (archive.has('META-INF/container.xml')) return readEpub(archive, isEnough);
  const names = [...archive.keys()];
  if (names.some((name) => /^word\/document\d*\.xml$/.test(name))) return readOffice('docx', archive);
  if (archive.has('ppt/presentation.xml')) return readOffice('pptx', archive);
  if (archive.has('xl/workbook.xml')) return readWorkbook(archive);
  return { problem: 'unsupported' };
}

async function readWorkbook(archive: Archive): Promise<Extracted> {
  const { sheets, isCut } = plainSheets(archive);
  const read = await readOffice('xlsx', new Map([...archive, ...sheets]));
  return 'text' in read ? { ...read, isCut } : read;
}
