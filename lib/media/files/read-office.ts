import { zipSync } from 'fflate';
import { type OfficeContentNode, parseOffice } from 'officeparser';
import type { Extracted } from './extracted';
import type { Archive } from './read-archive';

/** The formats that officeparser reads here. */
type OfficeKind = 'docx' | 'pptx' | 'xlsx' | 'rtf';

/** Maximum cells of a workbook; beyond this the process's memory would not suffice anyway. */
const MAX_CELLS = 1_000_000;
const MAX_UNPACKED_BYTES = 256_000_000;
const MAX_ENTRIES = 10_000;
/** More adjacent empty cells than any readable table has, and the rules under such headers. */
const EMPTY_CELLS = /(?:\| *(?=\|)){12,}/g;
const EMPTY_RULES = /(?:\| *-+ *(?=\|)){24,}/g;

/**
 * Markdown of an Office document: headings, lists, tables, notes; sheets under their names.
 * @param source an archive is packed again without compression, so that the parser only gets what was checked
 */
export async function readOffice(kind: OfficeKind, source: Uint8Array | Archive): Promise<Extracted> {
  const bytes = source instanceof Map ? repack(source) : source;
  const document = await parseOffice(bytes, {
    fileType: kind,
    ocr: false,
    extractAttachments: false,
    ignoreInternalLinks: true,
    decompressionLimits: {
      maxUncompressedBytes: MAX_UNPACKED_BYTES,
      maxZipEntries: MAX_ENTRIES,
      maxTableCells: MAX_CELLS,
    },
  });
  document.content = document.content.flatMap((node) => [...headingOf(node), node]);
  const { value } = await document.to('md', {
    generateIds: false,
    includeImages: false,
    mdConfig: { fallbackToHtml: false },
  });
  return { text: kind === 'xlsx' ? withoutGaps(value) : value };
}

/**
 * Removes long runs of empty cells from rows of sheets: one cell far to the right would fill a model's whole context
 * with them.
 */
export function withoutGaps(markdown: string): string {
  return markdown.replace(EMPTY_CELLS, '| … ').replace(EMPTY_RULES, '| --- ');
}

function repack(archive: Archive): Uint8Array {
  return zipSync(Object.fromEntries(archive), { level: 0 });
}

/** A sheet's name, which the parser's own Markdown omits. */
function headingOf(node: OfficeContentNode): OfficeContentNode[] {
  const name = node.type === 'sheet' && node.metadata && 'sheetName' in node.metadata ? node.metadata.sheetName : null;
  if (!name) return [];
  return [{ type: 'heading', text: name, children: [{ type: 'text', text: name }], metadata: { level: 2 } }];
}
