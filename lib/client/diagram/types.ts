/* Diagrams that models write in the language of Mermaid, as far as they are drawn here. */

/** The outline of a node; `rows` has compartments, `start` and `end` are those of states. */
export type Shape =
  | 'box'
  | 'round'
  | 'stadium'
  | 'subroutine'
  | 'cylinder'
  | 'circle'
  | 'diamond'
  | 'hexagon'
  | 'slanted'
  | 'flag'
  | 'rows'
  | 'start'
  | 'end'
  | 'bar';

/** What is drawn at the end of an edge; the last four are the cardinalities of entities. */
export type EdgeEnd =
  | 'none'
  | 'arrow'
  | 'circle'
  | 'cross'
  | 'triangle'
  | 'diamond'
  | 'filled-diamond'
  | 'one'
  | 'zero-or-one'
  | 'many'
  | 'zero-or-many';

export type GraphNode = {
  id: string;
  shape: Shape;
  /** The label, by lines. */
  lines: string[];
  /** The compartments below the label, by lines; of `rows` only. */
  sections?: string[][];
  /** The group that it is in; null if it is in none. */
  group: string | null;
};

export type GraphEdge = {
  from: string;
  to: string;
  label: string[];
  stroke: 'solid' | 'dotted' | 'thick';
  start: EdgeEnd;
  end: EdgeEnd;
};

/** Nodes and groups inside a frame with a title. */
export type GraphGroup = { id: string; lines: string[]; parent: string | null };

/** A flowchart, states, classes, or entities. The ends of edges are nodes or groups. */
export type Graph = {
  kind: 'graph';
  direction: 'TB' | 'BT' | 'LR' | 'RL';
  nodes: Map<string, GraphNode>;
  groups: Map<string, GraphGroup>;
  edges: GraphEdge[];
};

/** One line of a sequence diagram, from top to bottom. */
export type SequenceStep =
  | {
      type: 'message';
      from: string;
      to: string;
      lines: string[];
      dotted: boolean;
      end: 'none' | 'arrow' | 'open' | 'cross';
    }
  | { type: 'note'; over: string[]; side: 'left' | 'right' | 'over'; lines: string[] }
  | { type: 'active'; of: string; on: boolean }
  /** A frame begins, has another part, or ends. */
  | { type: 'begin'; name: string; lines: string[] }
  | { type: 'part'; lines: string[] }
  | { type: 'finish' };

export type Sequence = {
  kind: 'sequence';
  title: string;
  participants: { id: string; lines: string[]; person: boolean }[];
  steps: SequenceStep[];
  numbered: boolean;
};

export type Pie = { kind: 'pie'; title: string; showValues: boolean; slices: { label: string; value: number }[] };

export type Diagram = Graph | Sequence | Pie;

/** More is not drawn: it could not be read, and would keep the page busy. */
export const MAX_SOURCE = 20_000;
export const MAX_NODES = 100;
export const MAX_EDGES = 200;
export const MAX_STEPS = 300;
export const MAX_SLICES = 40;
