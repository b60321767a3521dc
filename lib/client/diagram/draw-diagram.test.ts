import { describe, expect, it } from 'vitest';
import { drawDiagram as draw } from './draw-diagram';

const drawDiagram = (source: string, dark: boolean) => draw(source, dark)?.svg ?? null;

const FLOW = `graph TD
  A[Order] --> B{Paid?}
  B -->|Yes| C([Ship])
  B -- No --> D[(Log)]
  C & D -.-> E((Done))
  E ==> A`;

const textsOf = (svg: string | null) =>
  [...(svg ?? '').matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);

describe('drawDiagram', () => {
  it('draws a flowchart with its labels', () => {
    const svg = drawDiagram(FLOW, false);
    const { width = 0, height = 0 } = draw(FLOW, false) ?? {};
    expect(svg).toContain(`width="${width}" height="${height}"`);
    expect(height).toBeGreaterThan(width);
    expect(textsOf(svg).sort()).toEqual(['Done', 'Log', 'No', 'Order', 'Paid?', 'Ship', 'Yes']);
    expect(svg?.match(/stroke-dasharray/g)).toHaveLength(2);
    expect(svg).toContain('stroke-width="3"');
  });

  it('draws the other kinds', () => {
    expect(
      textsOf(drawDiagram('sequenceDiagram\nA->>B: Hi\nNote over A: Later\nloop often\nB--xA: No\nend', true)),
    ).toEqual(expect.arrayContaining(['A', 'B', 'Hi', 'Later', 'loop', '[often]', 'No']));
    expect(textsOf(drawDiagram('stateDiagram-v2\n[*] --> Idle\nIdle --> [*]: end', false))).toEqual(['Idle', 'end']);
    expect(textsOf(drawDiagram('classDiagram\nA <|-- B\nA : +go() bool', false))).toEqual(['A', '+go() bool', 'B']);
    expect(textsOf(drawDiagram('erDiagram\nA ||--o{ B : has\nA {\n string name PK\n}', false))).toEqual(
      expect.arrayContaining(['A', 'B', 'has', 'string name PK']),
    );
    expect(textsOf(drawDiagram('pie title Pets\n"Dogs" : 3\n"Cats" : 1', false))).toEqual([
      'Pets',
      'Dogs: 75%',
      'Cats: 25%',
    ]);
  });

  it('draws nothing of another kind, of mistakes, and of what is too large', () => {
    for (const source of [
      '',
      'gantt\ntitle A',
      'mindmap\n root',
      'graph TD',
      'graph TD\nA --> ',
      'graph TD\n}',
      'pie\n"A" : 0',
    ])
      expect(drawDiagram(source, false), source).toBeNull();
    const chain = Array.from({ length: 120 }, (_, at) => `N${at} --> N${at + 1}`).join('\n');
    expect(drawDiagram(`graph TD\n${chain}`, false)).toBeNull();
    expect(drawDiagram(`graph TD\nA["${'a'.repeat(30_000)}"]`, false)).toBeNull();
  });

  it('never lets a label become markup', () => {
    const hostile = '<script>alert(1)</script><img src=x onerror=alert(1)>';
    const attack = '"><script>alert(1)</script>';
    for (const source of [
      `graph TD\nA["x ${hostile}"] -->|"${hostile}"| B[x #lt;script#gt;alert(1)]`,
      `graph TD\nsubgraph "${hostile} s"\nA\nend`,
      `sequenceDiagram\ntitle ${attack}\nA->>B: ${attack}\nNote over A: ${attack}`,
      `pie title ${attack}\n"${hostile}" : 1`,
      `classDiagram\nA : ${attack}`,
      `erDiagram\nA {\n${attack}\n}`,
      `stateDiagram\nstate "${hostile}" as A\nA --> B: ${attack}`,
    ]) {
      const svg = drawDiagram(source, false);
      expect(svg, source).not.toBeNull();
      const tags = new Set([...(svg ?? '').matchAll(/<\/?([a-z]+)/gi)].map(([, name]) => name));
      for (const tag of tags) expect(['svg', 'title', 'g', 'rect', 'circle', 'path', 'polygon', 'text']).toContain(tag);
      expect(svg).not.toMatch(/<[^>]*\son\w+=/i);
    }
  });

  it('stays quick for the largest that it draws', () => {
    const names = Array.from({ length: 40 }, (_, at) => `N${at}`);
    const edges = Array.from({ length: 200 }, (_, at) => `${names[at % 40]} --> ${names[(at * 7 + 3) % 40]}`);
    const start = performance.now();
    drawDiagram(`graph TD\n${edges.join('\n')}`, false);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
