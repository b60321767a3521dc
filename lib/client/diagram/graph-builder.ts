import { MAX_EDGES, MAX_NODES, type Graph, type GraphEdge, type GraphNode, type Shape } from './types';

/** What a source means that is not understood, or has more than is drawn. */
export class NotDrawn extends Error {}

/** A graph that is read statement by statement. */
export type GraphBuilder = {
  graph: Graph;
  /** Adds a node, or completes one that was only named so far. */
  node(id: string, given?: { shape: Shape; lines: string[]; sections?: string[][] }): GraphNode;
  edge(edge: GraphEdge): void;
  /** Begins a group: what is added until it is closed is inside. */
  open(id: string, lines: string[]): void;
  close(): void;
};

/** Starts an empty graph. @param shape that of nodes that are only named */
export function buildGraph(direction: Graph['direction'], shape: Shape = 'box'): GraphBuilder {
  const graph: Graph = { kind: 'graph', direction, nodes: new Map(), groups: new Map(), edges: [] };
  const open: string[] = [];
  return {
    graph,
    node(id, given) {
      const group = open.at(-1) ?? null;
      const known = graph.nodes.get(id);
      if (known) {
        if (given) Object.assign(known, given);
        // The first group that names it has it.
        known.group ??= group;
        return known;
      }
      if (graph.nodes.size >= MAX_NODES) throw new NotDrawn('too many nodes');
      const node: GraphNode = { id, group, ...(given ?? { shape, lines: [id] }) };
      graph.nodes.set(id, node);
      return node;
    },
    edge(edge) {
      if (graph.edges.length >= MAX_EDGES) throw new NotDrawn('too many edges');
      graph.edges.push(edge);
    },
    open(id, lines) {
      if (graph.groups.size >= MAX_NODES || graph.groups.has(id)) throw new NotDrawn('too many groups');
      graph.groups.set(id, { id, lines, parent: open.at(-1) ?? null });
      open.push(id);
    },
    close() {
      if (open.pop() === undefined) throw new NotDrawn('nothing to end');
    },
  };
}

/** The direction that a source names; undefined if it names none. */
export function directionOf(name: string | undefined): Graph['direction'] | undefined {
  const known = name?.toUpperCase();
  if (known === 'TD') return 'TB';
  return known === 'TB' || known === 'BT' || known === 'LR' || known === 'RL' ? known : undefined;
}

/**
 * The finished graph. Edges to a group's name lead to the group, and empty groups become nodes.
 * @throws NotDrawn if there is nothing in it
 */
export function finishGraph({ graph }: GraphBuilder): Graph {
  for (const id of graph.groups.keys()) {
    // A node that only an edge has named is the group.
    graph.nodes.delete(id);
  }
  for (const [id, { lines, parent }] of [...graph.groups].reverse()) {
    const isEmpty =
      ![...graph.nodes.values()].some(({ group }) => group === id) &&
      ![...graph.groups.values()].some((other) => other.parent === id);
    if (!isEmpty) continue;
    graph.groups.delete(id);
    graph.nodes.set(id, { id, shape: 'box', lines, group: parent });
  }
  if (graph.nodes.size === 0) throw new NotDrawn('nothing to draw');
  return graph;
}
