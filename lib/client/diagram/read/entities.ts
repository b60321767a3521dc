import { buildGraph, directionOf, finishGraph, NotDrawn, type GraphBuilder } from '../graph-builder';
import { labelLines } from '../text';
import type { EdgeEnd, Graph, GraphNode } from '../types';

const NAME = '("[^"]+"|[\\p{L}\\p{N}_-]+)';
const RELATION = new RegExp(`^${NAME}\\s*([|}][|o])(--|\\.\\.)([|o][|{])\\s*${NAME}\\s*(?::\\s*(.*))?$`, 'u');
const ENTITY = new RegExp(`^${NAME}(?:\\s*\\[([^\\]]*)\\])?\\s*(\\{\\s*\\}?)?$`, 'u');
const ENDS: Record<string, EdgeEnd> = {
  '||': 'one',
  '|o': 'zero-or-one',
  'o|': 'zero-or-one',
  '}|': 'many',
  '|{': 'many',
  '}o': 'zero-or-many',
  'o{': 'zero-or-many',
};

/** Reads entities and their relations. @throws NotDrawn */
export function readEntities(statements: readonly string[]): Graph {
  const builder = buildGraph('TB', 'rows');
  let inside: GraphNode | null = null;
  for (const statement of statements.slice(1)) {
    const direction = /^direction\s+(\w+)$/.exec(statement);
    if (direction) builder.graph.direction = directionOf(direction[1]) ?? 'TB';
    else if (inside && statement === '}') inside = null;
    else if (inside) inside.sections?.[0]?.push(statement.replace(/\s+/g, ' '));
    else inside = readStatement(statement, builder);
  }
  return finishGraph(builder);
}

/** @returns the entity whose attributes follow, in braces */
function readStatement(statement: string, builder: GraphBuilder): GraphNode | null {
  if (/^(title|accTitle|accDescr|classDef|class|style)\b/.test(statement)) return null;
  const relation = RELATION.exec(statement);
  if (relation) {
    const [, from = '', start = '', line, end = '', to = '', label = ''] = relation;
    builder.edge({
      from: entityOf(builder, from).id,
      to: entityOf(builder, to).id,
      label: label.replace(/"/g, '').trim() === '' ? [] : labelLines(label),
      stroke: line === '..' ? 'dotted' : 'solid',
      start: ENDS[start] ?? 'none',
      end: ENDS[end] ?? 'none',
    });
    return null;
  }
  const entity = ENTITY.exec(statement);
  if (!entity) throw new NotDrawn(`no entity: ${statement.slice(0, 40)}`);
  const node = entityOf(builder, entity[1] ?? '', entity[2]);
  return entity[3]?.trim() === '{' ? node : null;
}

function entityOf(builder: GraphBuilder, name: string, label?: string): GraphNode {
  const id = name.replace(/^"(.*)"$/, '$1');
  const known = builder.graph.nodes.get(id);
  if (known && label === undefined) return builder.node(id);
  return builder.node(id, { shape: 'rows', lines: labelLines(label ?? id), sections: known?.sections ?? [[]] });
}
