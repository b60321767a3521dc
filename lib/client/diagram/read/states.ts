import { buildGraph, directionOf, finishGraph, type GraphBuilder } from '../graph-builder';
import { labelLines } from '../text';
import type { Graph } from '../types';

/** Reads a state diagram. Notes are left out. @throws NotDrawn */
export function readStates(statements: readonly string[]): Graph {
  const builder = buildGraph(directionIn(statements) ?? 'TB', 'round');
  const open: string[] = [];
  let isNote = false;
  for (const statement of statements.slice(1)) {
    if (isNote) isNote = !/^end note$/i.test(statement);
    else if (/^note\s/i.test(statement)) isNote = !statement.includes(':');
    else readStatement(statement, builder, open);
  }
  return finishGraph(builder);
}

function directionIn(statements: readonly string[]): Graph['direction'] | undefined {
  const found = statements.map((statement) => /^direction\s+(\w+)$/.exec(statement)?.[1]).find((name) => name);
  return directionOf(found);
}

/** @param open the composite states around the statement */
function readStatement(statement: string, builder: GraphBuilder, open: string[]): void {
  if (/^(direction|classDef|class|style|hide|scale)\b/.test(statement) || statement === '--') return;
  if (statement === '}') {
    open.pop();
    return builder.close();
  }
  const composite = /^state\s+(?:"([^"]*)"\s+as\s+)?([\p{L}\p{N}_-]+)\s*\{$/u.exec(statement);
  if (composite) {
    open.push(composite[2] ?? '');
    return builder.open(composite[2] ?? '', labelLines(composite[1] ?? composite[2] ?? ''));
  }
  const special = /^state\s+([\p{L}\p{N}_-]+)\s+<<(\w+)>>$/u.exec(statement);
  if (special) {
    const shape = special[2] === 'choice' ? 'diamond' : 'bar';
    builder.node(special[1] ?? '', { shape, lines: [] });
    return;
  }
  const named = /^state\s+"([^"]*)"\s+as\s+([\p{L}\p{N}_-]+)$/u.exec(statement);
  if (named) {
    builder.node(named[2] ?? '', { shape: 'round', lines: labelLines(named[1] ?? '') });
    return;
  }
  const transition = /^(\S+)\s*-->\s*([^\s:]+)\s*(?::\s*(.*))?$/.exec(statement);
  if (transition) return readTransition(transition, builder, open);
  const described = /^(?:state\s+)?([\p{L}\p{N}_-]+)\s*(?::\s*(.*))?$/u.exec(statement);
  if (!described) return;
  const text = described[2];
  builder.node(described[1] ?? '', text === undefined ? undefined : { shape: 'round', lines: labelLines(text) });
}

function readTransition([, from = '', to = '', label = '']: string[], builder: GraphBuilder, open: string[]): void {
  const inside = open.join('/');
  // Each composite state has a beginning and an end of its own.
  const stateOf = (name: string, shape: 'start' | 'end') => {
    const id = name.replace(/:::.*$/, '');
    if (id !== '[*]') return builder.node(id).id;
    return builder.node(`${shape} of ${inside}`, { shape, lines: [] }).id;
  };
  builder.edge({
    from: stateOf(from, 'start'),
    to: stateOf(to, 'end'),
    label: label.trim() === '' ? [] : labelLines(label),
    stroke: 'solid',
    start: 'none',
    end: 'arrow',
  });
}
