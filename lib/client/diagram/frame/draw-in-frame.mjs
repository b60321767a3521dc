/*
 * Runs in the frame that draws (`open-frame.ts`), which has no network and an origin of its own: neither this file nor
 * Mermaid runs in the page. A request is `{ id, source, config }`; the answer has the same ID, and either the image with
 * its size in pixels (`svg`, `width`, `height`), or Mermaid's message about a mistake (`mistake`).
 */

addEventListener('message', ({ source, data, ports: [port] }) => {
  // Other frames of the page can send messages to this one.
  if (source !== parent || !port) return;
  const library = document.createElement('script');
  // Not written into the document: whatever its text contains, it ends where it ends.
  library.textContent = data.library;
  const font = document.createElement('style');
  font.textContent = data.font;
  document.head.append(library, font);
  port.onmessage = async ({ data: request }) => {
    const answer = await draw(request).catch((error) => ({ mistake: String(error?.message ?? error) }));
    port.postMessage({ id: request.id, ...answer });
    document.body.replaceChildren();
  };
  // Labels are measured with the font that they are shown in.
  void Promise.all([...document.fonts].map((face) => face.load().catch(() => null))).then(() =>
    port.postMessage('ready'),
  );

  /** @param {{ id: number, source: string, config: object }} request */
  async function draw({ id, source: text, config }) {
    /** @type {{ initialize: (config: object) => void, render: (id: string, text: string) => Promise<{ svg: string }> }} */
    const mermaid = Reflect.get(globalThis, 'mermaid');
    mermaid.initialize(config);
    const { svg } = await mermaid.render(`diagram-${id}`, text);
    return finished(svg, data.font);
  }
});

/** Around the image, in pixels. */
const MARGIN = 16;

/**
 * The image in its natural size and with a margin, with its font, and without links: the frame that shows it may go
 * nowhere.
 * @param {string} svg
 * @param {string} font
 */
function finished(svg, font) {
  const holder = document.createElement('div');
  holder.innerHTML = svg;
  const image = holder.querySelector('svg');
  if (!image) throw new Error('Nothing was drawn.');
  const box = image.viewBox.baseVal;
  const [width, height] = [box.width + 2 * MARGIN, box.height + 2 * MARGIN];
  image.setAttribute('viewBox', `${box.x - MARGIN} ${box.y - MARGIN} ${width} ${height}`);
  image.setAttribute('width', `${width}`);
  image.setAttribute('height', `${height}`);
  image.style.removeProperty('max-width');
  for (const link of image.querySelectorAll('a')) {
    for (const { name } of [...link.attributes]) if (/href$/i.test(name)) link.removeAttribute(name);
  }
  const style = document.createElement('style');
  // Labels may be a pixel higher than Mermaid has measured them.
  style.textContent = `${font}foreignObject{overflow:visible}`;
  image.prepend(style);
  return { svg: image.outerHTML, width, height };
}
