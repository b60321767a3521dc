import type { ReactNode } from 'react';
import { Cell, HeadCell, Row, Table } from '@/components/ui/show/table/table';
import type { Operation } from '@/lib/openapi/contract';
import { FieldList } from './field-list';
import { Heading } from './heading';
import { Inline } from './inline';

/** An endpoint's response: fields, stream events, headers, errors. */
export function ResponseSection({ operation: { answer, headers, errors } }: { operation: Operation }) {
  return (
    <>
      {answer ? (
        <section aria-labelledby="answer" className="flex flex-col gap-3">
          <Heading id="answer">Response</Heading>
          <p className="text-muted">
            200, <Inline text={answer.types.map((type) => `\`${type}\``).join(' or ')} />
          </p>
          <FieldList fields={answer.fields} prefix="answer" />
        </section>
      ) : null}
      {answer?.chunk ? (
        <Fold id="event" title="Stream event">
          <FieldList fields={answer.chunk} prefix="event" />
        </Fold>
      ) : null}
      {headers.length > 0 ? (
        <Fold id="answer-headers" title="Response headers">
          <ReferenceTable
            label="Response headers"
            head={['Header', 'Meaning']}
            rows={headers.map(({ name, description }) => [`\`${name}\``, description])}
          />
        </Fold>
      ) : null}
      <section aria-labelledby="errors" className="flex flex-col gap-3">
        <Heading id="errors">Errors</Heading>
        <ReferenceTable
          label="Error codes of this endpoint"
          head={['Status', 'Code and what to do']}
          rows={errors.flatMap(({ status, codes }) =>
            codes.map(({ code, meaning }) => [String(status), `\`${code}\` ${meaning}`]),
          )}
        />
      </section>
    </>
  );
}

function Fold({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <details id={id} className="scroll-mt-28 rounded-panel border border-line">
      <summary className="cursor-pointer rounded-panel px-4 py-3 font-medium">{title}</summary>
      <div className="px-4 pb-4">{children}</div>
    </details>
  );
}

function ReferenceTable({ label, head, rows }: { label: string; head: readonly string[]; rows: readonly string[][] }) {
  return (
    <Table label={label}>
      <thead>
        <tr>
          {head.map((title) => (
            <HeadCell key={title} className="static">
              {title}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first = '', second = '']) => (
          <Row key={first + second}>
            <Cell className="align-top">
              <Inline text={first} />
            </Cell>
            <Cell className="w-full">
              <Inline text={second} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
