import { SCRIPTED_PREVIEW_PATH } from '../../../core/preview-frame';
import type { FrameParts } from '../load-parts';
import type { Drawer } from '../drawing-queue';
import { readAnswer, type FrameAnswer } from './messages';

/** Reading the library takes a second on slow phones. */
const START_MS = 15_000;

/**
 * Opens the hidden frame in which Mermaid draws: of another origin and without a network (`lib/core/preview-frame.ts`), because
 * what a model wrote must not be read by a library in the page. All messages go through a channel of their own, so that
 * no other frame can answer in its place.
 * @throws if it does not start
 */
export async function openFrame(parts: FrameParts): Promise<Drawer> {
  const { port1: port, port2: inside } = new MessageChannel();
  const frame = hiddenFrame();
  const close = () => {
    port.close();
    frame.remove();
  };
  // Writing the document fires the event again.
  frame.addEventListener('load', () => send(frame, parts, inside), { once: true });
  const ready = next(port, (data) => (data === 'ready' ? data : null), AbortSignal.timeout(START_MS));
  document.body.append(frame);
  try {
    await ready;
  } catch (thrown) {
    close();
    throw thrown;
  }
  let id = 0;
  const draw = (source: string, config: object, signal: AbortSignal): Promise<FrameAnswer> => {
    id += 1;
    const answer = next(port, (data) => readAnswer(data, id), signal);
    port.postMessage({ id, source, config });
    return answer;
  };
  return { draw, close };
}

function hiddenFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.src = SCRIPTED_PREVIEW_PATH;
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.referrerPolicy = 'no-referrer';
  frame.title = 'Diagram drawing';
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  // It must have a layout, in which labels are measured: `display: none` has none.
  frame.style.cssText = 'position:fixed;inset:0 auto auto 0;width:1px;height:1px;border:0;visibility:hidden';
  return frame;
}

function send(frame: HTMLIFrameElement, { script, library, font }: FrameParts, inside: MessagePort): void {
  // The frame's origin is opaque, so it cannot be named.
  frame.contentWindow?.postMessage(documentWith(script), '*');
  frame.contentWindow?.postMessage({ library, font }, '*', [inside]);
}

/** Charts that fill their container (Gantt) get this width. */
const documentWith = (script: string) =>
  `<!doctype html><meta charset="utf-8"><title>Drawing</title><style>body{margin:0;width:800px}</style><body><script>${script}</script>`;

/** The next message that is read as a value. @throws the signal's reason */
function next<Value>(port: MessagePort, read: (data: unknown) => Value | null, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      const value = read(data);
      if (value !== null) resolve(value);
    };
  });
}
