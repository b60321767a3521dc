import { buildGraph, directionOf, finishGraph, NotDrawn, type GraphBuilder } from '../graph-builder';
import { labelLines } from '../text';
import type { EdgeEnd, Graph, GraphEdge, Shape } from '../types';

/** What a node's label stands between, the longer ones first. */
const BRACKETS: [open: string, close: string, shape: Shape][] = [
  ['(((', ')))', 'circle'],
  ['([', '])', 'stadium'],
  ['[[', ']]', 'subroutine'],
  ['[(', ')]', 'cylinder'],
  ['((', '))', 'circle'],
  ['{{', '}}', 'hexagon'],
  ['[/', '/]', 'slanted'],
  ['[/', '\\]', 'slanted'],
  ['[\\', '\\]', 'slanted'],
  ['[\\', '/]', 'slanted'],
  ['[', ']', 'box'],
  ['(', ')', 'round'],
  ['{', '}', 'diamond'],
  ['>', ']', 'flag'],
];

/** Statements that only change how something looks, or what a click does. */
const STYLING = /^(classDef|class|style|linkStyle|click|accTitle|accDescr)\b/;
const ID = /^[\p{L}\p{N}_][\p{L}\p{N}_.]*(?:-[\p{L}\p{N}_]+)*/u;

/** Reads a flowchart. @throws NotDrawn */
export function readFlowchart(statements: readonly string[]): Graph {
  const [head = '', ...rest] = statements;
  const found = /^(?:graph|flowchart(?:-elk)?)(?:\s+(\w+))?\s*;?\s*(.*)$/.exec(head);
  if (!found) throw new NotDrawn('no flowchart');
  const builder = buildGraph(directionOf(found[1]) ?? 'TB');
  const all = [found[2] ?? '', ...rest].flatMap(splitAtSemicolons);
  for (const statement of all) readStatement(statement, builder);
  return finishGraph(builder);
}

/** Outside of labels, a semicolon ends a statement. */
function splitAtSemicolons(line: string): string[] {
  const parts = line.match(/(?:"[^"]*"|#\w+;|[^;"]|")+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function readStatement(statement: string, builder: GraphBuilder): void {
  if (STYLING.test(statement) || /^direction\s/.test(statement)) return;
  const group = /^subgraph\s+(.*)$/.exec(statement);
  if (group) return openGroup(group[1] ?? '', builder);
  if (statement === 'subgraph') return builder.open(`group ${builder.graph.groups.size}`, []);
  if (statement === 'end') return builder.close();
  let { ids, rest } = readNodes(statement, builder);
  while (rest !== '') {
    const edge = readEdge(rest);
    const next = readNodes(edge.rest, builder);
    for (const from of ids) for (const to of next.ids) builder.edge({ from, to, ...edge.edge });
    ({ ids, rest } = next);
  }
}

function openGroup(given: string, builder: GraphBuilder): void {
  const named = /^([\p{L}\p{N}_.-]+)\s*\[(.*)\]$/u.exec(given);
  if (named) builder.open(named[1] ?? '', labelLines(named[2] ?? ''));
  else builder.open(given.replace(/^"(.*)"$/, '$1'), labelLines(given));
}

/** One node, or several with `&`. */
function readNodes(text: string, builder: GraphBuilder): { ids: string[]; rest: string } {
  const ids: string[] = [];
  let rest = text.trim();
  for (;;) {
    const node = readNode(rest, builder);
    ids.push(node.id);
    rest = node.rest;
    if (!rest.startsWith('&')) return { ids, rest };
    rest = rest.slice(1).trim();
  }
}

function readNode(text: string, builder: GraphBuilder): { id: string; rest: string } {
  const id = ID.exec(text)?.[0];
  if (id === undefined) throw new NotDrawn(`no node: ${text.slice(0, 40)}`);
  let rest = text.slice(id.length);
  const label = readLabel(rest);
  builder.node(id, label ? { shape: label.shape, lines: labelLines(label.text) } : undefined);
  if (label) rest = label.rest;
  // The name of a style.
  return { id, rest: rest.replace(/^(:::\S+|@\{[^}]*\})/, '').trim() };
}

function readLabel(text: string): { shape: Shape; text: string; rest: string } | null {
  for (const [open, close, shape] of BRACKETS) {
    if (!text.startsWith(open)) continue;
    const inner = text.slice(open.length);
    const quoted = /^\s*"([^"]*)"\s*/.exec(inner);
    if (quoted) {
      const rest = inner.slice(quoted[0].length);
      if (rest.startsWith(close)) return { shape, text: quoted[1] ?? '', rest: rest.slice(close.length) };
      continue;
    }
    const end = inner.indexOf(close);
    if (end >= 0) return { shape, text: inner.slice(0, end), rest: inner.slice(end + close.length) };
  }
  return null;
}

const ENDS: Record<string, EdgeEnd> = { '>': 'arrow', '<': 'arrow', o: 'circle', x: 'cross' };
/** An edge, with its text between bars after it or without one. */
const EDGE = /^([<ox](?=[-=]))?(-{2,}|={2,}|-\.+-)(>|[ox](?![\p{L}\p{N}_]{2}))?\s*(?:\|([^|]*)\|)?\s*/u;
/** An edge with its text inside. */
const WITH_TEXT = /^([<ox](?=[-=]))?(--|==|-\.)\s*(?![ox]\s)([^-=.>|\s][^|]*?)\s*(-{2,}|={2,}|\.+-)(>|[ox](?=\s))?\s*/;
const INVISIBLE = /^~{3,}\s*/;

function readEdge(text: string): { edge: Omit<GraphEdge, 'from' | 'to'>; rest: string } {
  if (INVISIBLE.test(text)) throw new NotDrawn('an edge that is not drawn');
  const inside = WITH_TEXT.exec(text);
  if (inside) {
    const [whole, start, line = '', label = '', , end] = inside;
    return { edge: edgeOf(start, line, end, label), rest: text.slice(whole.length) };
  }
  const plain = EDGE.exec(text);
  if (!plain) throw new NotDrawn(`no edge: ${text.slice(0, 40)}`);
  const [whole, start, line = '', end, label = ''] = plain;
  return { edge: edgeOf(start, line, end, label), rest: text.slice(whole.length) };
}

function edgeOf(start: string | undefined, line: string, end: string | undefined, label: string) {
  return {
    label: label.trim() === '' ? [] : labelLines(label),
    stroke: line.startsWith('=') ? ('thick' as const) : line.includes('.') ? ('dotted' as const) : ('solid' as const),
    start: ENDS[start ?? ''] ?? ('none' as const),
    end: ENDS[end ?? ''] ?? ('none' as const),
  };
}
