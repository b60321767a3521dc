import { colorsOf, type Image } from './draw/canvas';
import { drawGraph } from './draw/graph';
import { drawPie } from './draw/pie';
import { drawSequence } from './draw/sequence';
import { NotDrawn } from './graph-builder';
import { readClasses } from './read/classes';
import { readEntities } from './read/entities';
import { readFlowchart } from './read/flowchart';
import { readPie } from './read/pie';
import { readSequence } from './read/sequence';
import { readStates } from './read/states';
import { statementsOf } from './text';
import { MAX_SOURCE, type Diagram } from './types';

const READERS: [kind: RegExp, read: (statements: readonly string[]) => Diagram][] = [
  [/^(graph|flowchart|flowchart-elk)\b/, readFlowchart],
  [/^sequenceDiagram\b/, readSequence],
  [/^stateDiagram(-v2)?\b/, readStates],
  [/^classDiagram(-v2)?\b/, readClasses],
  [/^erDiagram\b/, readEntities],
  [/^pie\b/, readPie],
];

/**
 * Draws a diagram in the language of Mermaid: a flowchart, a sequence, states, classes, entities, or a pie chart.
 * @returns an SVG image, which has no scripts and loads nothing; null if the source is of another kind, or has something
 * that is not drawn here
 */
export function drawDiagram(source: string, dark: boolean): Image | null {
  if (source.length > MAX_SOURCE) return null;
  const statements = statementsOf(source);
  const reader = READERS.find(([kind]) => kind.test(statements[0] ?? ''));
  if (!reader) return null;
  try {
    const diagram = reader[1](statements);
    const colors = colorsOf(dark);
    if (diagram.kind === 'sequence') return drawSequence(diagram, colors);
    return diagram.kind === 'pie' ? drawPie(diagram, colors) : drawGraph(diagram, colors);
  } catch (thrown) {
    if (thrown instanceof NotDrawn) return null;
    throw thrown;
  }
}
