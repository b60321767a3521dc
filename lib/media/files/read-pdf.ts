/** The text of a PDF, in the order of its content streams: columns stay columns. Pictures are never decoded. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as Pdfjs from 'pdfjs-dist';
import type { Enough, Extracted } from './extracted';

/**
 * Text of all pages until it is enough, with a blank line between pages.
 * @returns `protected` if a password is needed, `damaged` if no page can be read
 */
export async function readPdf(bytes: Uint8Array, isEnough: Enough): Promise<Extracted> {
  const { getDocument } = await loadPdfjs();
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const loading = getDocument({
    data: new Uint8Array(bytes),
    verbosity: 0,
    // Encodings of fonts that the document does not embed; without them Chinese and Japanese are lost.
    cMapUrl: `${join(folder, 'cmaps')}/`,
    standardFontDataUrl: `${join(folder, 'standard_fonts')}/`,
    useWasm: false,
  });
  try {
    const document = await loading.promise;
    let text = '';
    for (let page = 1; page <= document.numPages; page += 1) {
      if (isEnough(text)) return { text, isCut: true };
      text += `${await readPage(document, page)}\n\n`;
    }
    return { text };
  } catch (thrown) {
    return { problem: thrown instanceof Error && thrown.name === 'PasswordException' ? 'protected' : 'damaged' };
  } finally {
    await loading.destroy();
  }
}

async function readPage(document: Pdfjs.PDFDocumentProxy, number: number): Promise<string> {
  try {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
  } catch {
    // Other pages may be intact.
    return '';
  }
}

/** pdf.js, loaded at its first use because it is larger than everything else here. */
export async function loadPdfjs(): Promise<typeof Pdfjs> {
  // Drawing needs it, and pdf.js creates one when it is loaded; text does not.
  if (!('DOMMatrix' in globalThis)) Reflect.set(globalThis, 'DOMMatrix', class {});
  return import('pdfjs-dist/legacy/build/pdf.mjs');
}
