import { describe, expect, it } from 'vitest';
import { statementsOf } from '../text';
import { readFlowchart } from './flowchart';

const read = (source: string) => readFlowchart(statementsOf(source));
const edgesOf = (source: string) =>
  read(source).edges.map(({ from, to, label, stroke, start, end }) => [from, to, label.join('/'), stroke, start, end]);

describe('a flowchart', () => {
  it('has edges of every kind', () => {
    expect(
      edgesOf(
        'graph LR; A-->B; B --- C; C -.-> D\nD ==> E; E --o F; F --x G; G <--> H; H -- a text --> I; I -. b .-> J; J == c ==> K\nK -->|d| L; L--e-->M; M o--o N',
      ),
    ).toEqual([
      ['A', 'B', '', 'solid', 'none', 'arrow'],
      ['B', 'C', '', 'solid', 'none', 'none'],
      ['C', 'D', '', 'dotted', 'none', 'arrow'],
      ['D', 'E', '', 'thick', 'none', 'arrow'],
      ['E', 'F', '', 'solid', 'none', 'circle'],
      ['F', 'G', '', 'solid', 'none', 'cross'],
      ['G', 'H', '', 'solid', 'arrow', 'arrow'],
      ['H', 'I', 'a text', 'solid', 'none', 'arrow'],
      ['I', 'J', 'b', 'dotted', 'none', 'arrow'],
      ['J', 'K', 'c', 'thick', 'none', 'arrow'],
      ['K', 'L', 'd', 'solid', 'none', 'arrow'],
      ['L', 'M', 'e', 'solid', 'none', 'arrow'],
      ['M', 'N', '', 'solid', 'circle', 'circle'],
    ]);
  });

  it('has nodes of every shape, with labels and names of styles', () => {
    const { nodes } = read(
      'flowchart TD\na[Box]:::hot --> b(Round) --> c([Stadium])\nd[[Sub]] --> e[(DB)] --> f((C)) --> g{D?} --> h{{Hex}}\ni[/Slant/] --> j>Flag]\nk["With (brackets] and #quot;quotes#quot;<br/>in two lines"]\nclassDef hot fill:#f00\nstyle a fill:#fff\nlinkStyle 0 stroke:#000',
    );
    expect([...nodes.values()].map(({ shape, lines }) => [shape, lines.join('/')])).toEqual([
      ['box', 'Box'],
      ['round', 'Round'],
      ['stadium', 'Stadium'],
      ['subroutine', 'Sub'],
      ['cylinder', 'DB'],
      ['circle', 'C'],
      ['diamond', 'D?'],
      ['hexagon', 'Hex'],
      ['slanted', 'Slant'],
      ['flag', 'Flag'],
      ['box', 'With (brackets] and "quotes"/in two lines'],
    ]);
  });

  it('has chains, several nodes at once, and groups within groups', () => {
    const { nodes, groups, edges } = read(
      'graph TD\nA & B --> C --> D\nsubgraph one [First one]\n  C\n  subgraph "Inner"\n    E\n  end\nend\nE --> one',
    );
    expect(edges.map(({ from, to }) => `${from}${to}`)).toEqual(['AC', 'BC', 'CD', 'Eone']);
    expect([...groups.values()].map(({ id, lines, parent }) => [id, lines[0], parent])).toEqual([
      ['one', 'First one', null],
      ['Inner', 'Inner', 'one'],
    ]);
    expect([...nodes.values()].map(({ id, group }) => [id, group])).toEqual([
      ['A', null],
      ['B', null],
      ['C', 'one'],
      ['D', null],
      ['E', 'Inner'],
    ]);
  });

  it('ignores comments and settings', () => {
    expect(edgesOf('%%{init: {"theme": "dark"}}%%\ngraph TD %% down\n%% nothing\nA --> B %% an edge')).toHaveLength(1);
    expect(edgesOf('---\ntitle: T\n---\ngraph TD\nA --> B')).toHaveLength(1);
  });
});
