/** What the drawing frame needs: the text of two scripts, and a style sheet with the font of the pages. */
export type FrameParts = { script: string; library: string; font: string };

/** A slow connection may take this long: together they are some 0.8 MB, compressed. */
const LOAD_MS = 60_000;

/**
 * Loads the parts: each a file with a hash in its name, so that browsers keep it.
 * @throws if one cannot be loaded
 */
export async function loadParts(): Promise<FrameParts> {
  const signal = AbortSignal.timeout(LOAD_MS);
  const [script, library, font] = await Promise.all([
    load(new URL('./frame/draw-in-frame.mjs', import.meta.url), signal).then((file) => file.text()),
    load(new URL('@mermaid-js/tiny/dist/mermaid.tiny.js', import.meta.url), signal).then((file) => file.text()),
    // The package exports no path to the file.
    load(new URL('../../../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2', import.meta.url), signal)
      .then((file) => file.blob())
      .then(dataUrl),
  ]);
  return { script, library, font: `@font-face{font-family:Geist;font-weight:100 900;src:url(${font})}` };
}

async function load(url: URL, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, { signal, credentials: 'omit' });
  if (!response.ok) throw new Error(`${url.pathname} was answered with ${response.status}.`);
  return response;
}

function dataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The font cannot be read.'));
    reader.readAsDataURL(file);
  });
}
