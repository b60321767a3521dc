import { diagramConfig, MAX_SOURCE } from './config';
import { makeDrawingQueue, type Drawer } from './drawing-queue';
import type { DiagramImage } from './frame/messages';
import { openFrame } from './frame/open-frame';
import { loadParts } from './load-parts';

/** Why a diagram is not drawn; `mistake` has Mermaid's message. */
export type Undrawn =
  { reason: 'mistake'; message: string } | { reason: 'too-long' } | { reason: 'too-slow' } | { reason: 'not-loaded' };

/** An SVG image, which must be shown in a frame without a network, or why there is none. */
export type Drawing = DiagramImage | Undrawn;

/** For one diagram; hundreds of nodes take a second. */
const LIMIT_MS = 10_000;

const draw = makeDrawingQueue(open, LIMIT_MS);

/** @throws an error of one kind, unlike that of a diagram that takes too long */
async function open(): Promise<Drawer> {
  try {
    return await openFrame(await loadParts());
  } catch (cause) {
    throw new Error('The frame that draws did not start.', { cause });
  }
}

/**
 * Draws a diagram in the language of Mermaid. The library is loaded for the first one; diagrams take turns.
 * @throws the signal's reason, if it is aborted before the diagram's turn
 */
export async function drawDiagram(source: string, dark: boolean, signal?: AbortSignal): Promise<Drawing> {
  if (source.length > MAX_SOURCE) return { reason: 'too-long' };
  try {
    const answer = await draw(source, diagramConfig(dark), signal);
    return 'mistake' in answer ? { reason: 'mistake', message: answer.mistake } : answer;
  } catch (thrown) {
    if (signal?.aborted) throw thrown;
    return { reason: thrown instanceof DOMException && thrown.name === 'TimeoutError' ? 'too-slow' : 'not-loaded' };
  }
}
