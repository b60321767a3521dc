import { buildGraph, directionOf, finishGraph, NotDrawn, type GraphBuilder } from '../graph-builder';
import { labelLines } from '../text';
import type { EdgeEnd, Graph, GraphNode } from '../types';

const NAME = '(`[^`]+`|[\\p{L}\\p{N}_.-]+?(?:~[^~]*~)?)';
const RELATION = new RegExp(
  `^${NAME}\\s*(?:"([^"]*)")?\\s*(<\\||\\*|(?<=\\s)o|<|\\(\\))?(--|\\.\\.)(\\|>|\\*|o(?=\\s)|>|\\(\\))?\\s*(?:"([^"]*)")?\\s*${NAME}\\s*(?::\\s*(.*))?$`,
  'u',
);
const ENDS: Record<string, EdgeEnd> = {
  '<|': 'triangle',
  '|>': 'triangle',
  '*': 'filled-diamond',
  o: 'diamond',
  '<': 'arrow',
  '>': 'arrow',
  '()': 'circle',
};

/** Reads a class diagram. Notes are left out. @throws NotDrawn */
export function readClasses(statements: readonly string[]): Graph {
  const builder = buildGraph('TB', 'rows');
  let inside: GraphNode | null = null;
  for (const statement of statements.slice(1)) {
    const direction = /^direction\s+(\w+)$/.exec(statement);
    if (direction) builder.graph.direction = directionOf(direction[1]) ?? 'TB';
    else if (inside && statement === '}') inside = null;
    else if (inside) addMember(inside, statement);
    else inside = readStatement(statement, builder);
  }
  return finishGraph(builder);
}

/** @returns the class whose members follow, in braces */
function readStatement(statement: string, builder: GraphBuilder): GraphNode | null {
  if (/^(note|classDef|cssClass|style|link|click|callback|accTitle|accDescr)\b/.test(statement)) return null;
  if (statement === '}') {
    builder.close();
    return null;
  }
  const space = /^namespace\s+(\S+)\s*\{$/.exec(statement);
  if (space) {
    builder.open(space[1] ?? '', labelLines(space[1] ?? ''));
    return null;
  }
  const relation = RELATION.exec(statement);
  if (relation) {
    readRelation(relation, builder);
    return null;
  }
  const declared = new RegExp(`^class\\s+${NAME}(?:\\["([^"]*)"\\])?(?::::\\S+)?\\s*(\\{\\s*\\}?)?$`, 'u').exec(
    statement,
  );
  if (declared) {
    const node = classOf(builder, declared[1] ?? '', declared[2]);
    return declared[3]?.trim() === '{' ? node : null;
  }
  const mark = /^<<(.+)>>\s+(\S+)$/.exec(statement);
  if (mark) {
    addMember(classOf(builder, mark[2] ?? ''), `<<${mark[1] ?? ''}>>`);
    return null;
  }
  const member = new RegExp(`^${NAME}\\s*:\\s*(.+)$`, 'u').exec(statement);
  if (!member) throw new NotDrawn(`no class: ${statement.slice(0, 40)}`);
  addMember(classOf(builder, member[1] ?? ''), member[2] ?? '');
  return null;
}

function readRelation(found: string[], builder: GraphBuilder): void {
  const [, from = '', nearFrom, start, line, end, nearTo, to = '', label] = found;
  const words = [nearFrom, label, nearTo].map((text) => text?.trim() ?? '').filter((text) => text !== '');
  builder.edge({
    from: classOf(builder, from).id,
    to: classOf(builder, to).id,
    label: words.length === 0 ? [] : labelLines(words.join(' ')),
    stroke: line === '..' ? 'dotted' : 'solid',
    start: ENDS[start ?? ''] ?? 'none',
    end: ENDS[end ?? ''] ?? 'none',
  });
}

function classOf(builder: GraphBuilder, name: string, label?: string): GraphNode {
  const id = name.replace(/^`(.*)`$/, '$1').replace(/~.*$/, '');
  const known = builder.graph.nodes.get(id);
  if (known && label === undefined) return builder.node(id);
  const lines = labelLines(
    label ??
      name
        .replace(/^`(.*)`$/, '$1')
        .replace(/~([^~]*)~/, '<$1>')
        .replace(/</g, '‹')
        .replace(/>/g, '›'),
  );
  return builder.node(id, { shape: 'rows', lines, sections: known?.sections ?? [[], []] });
}

/** Members with brackets are methods, which come last. */
function addMember(node: GraphNode, member: string): void {
  const mark = /^<<(.+)>>$/.exec(member);
  if (mark) {
    node.lines = [`«${mark[1] ?? ''}»`, ...node.lines];
    return;
  }
  const text = member.replace(/~([^~]*)~/g, '‹$1›').replace(/[$*]$/, '');
  const section = node.sections?.[text.includes('(') ? 1 : 0];
  section?.push(text);
}
