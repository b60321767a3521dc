import { SampleTabs } from '@/components/snippets/sample-tabs';
import { Cell, HeadCell, Row, Table } from '@/components/ui/show/table/table';
import type { Block } from '@/lib/openapi/contract';
import { colorCode } from '../code/color-code';
import { colorSamples, languageOf } from '../code/color-samples';
import { LocalCode } from './local-code';
import { Inline } from './inline';

/** The blocks of a guide, in order. */
export function Blocks({ blocks, origin }: { blocks: readonly Block[]; origin: string }) {
  return blocks.map((block, index) => <OneBlock key={index} block={block} origin={origin} />);
}

async function OneBlock({ block, origin }: { block: Block; origin: string }) {
  switch (block.kind) {
    case 'text':
      return (
        <p className="max-w-prose text-lg">
          <Inline text={block.text} />
        </p>
      );
    case 'list':
      return (
        <ul className="flex max-w-prose list-disc flex-col gap-2 pl-5 text-lg marker:text-muted">
          {block.items.map((item) => (
            <li key={item}>
              <Inline text={item} />
            </li>
          ))}
        </ul>
      );
    case 'code':
      return (
        <LocalCode
          code={block.code}
          lines={await colorCode(block.code, languageOf(block.code), [origin])}
          label={block.label}
          origin={origin}
        />
      );
    case 'samples':
      return (
        <SampleTabs
          samples={block.samples}
          label={block.label}
          origin={origin}
          colored={await colorSamples(block.samples, origin)}
        />
      );
    case 'table':
      return <BlockTable {...block} />;
  }
}

function BlockTable({ label, head, rows }: Extract<Block, { kind: 'table' }>) {
  return (
    <Table label={label}>
      <thead>
        <tr>
          {head.map((title) => (
            // Not sticky: it would stick behind the page header.
            <HeadCell key={title} className="static">
              {title}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <Row key={cells.join()}>
            {cells.map((cell, index) => (
              <Cell key={index} className={index === cells.length - 1 ? 'w-full min-w-56' : 'whitespace-nowrap'}>
                <Inline text={cell} />
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
