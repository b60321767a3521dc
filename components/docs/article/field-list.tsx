import { ChevronRight } from 'lucide-react';
import { Badge } from '@/components/ui/show/badge';
import type { Field } from '@/lib/openapi/contract';
import { Inline } from './inline';

/** Nested lists up to this length are initially open. */
const FEW = 4;

/**
 * A list of fields; nested fields are collapsed.
 * @param prefix the prefix of the fields' anchors: `body` gives `#body-model` and `#body-messages-role`; without it, as in
 *   one of several forms, fields have no anchor
 */
export function FieldList({ fields, prefix }: { fields: readonly Field[]; prefix?: string | undefined }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {fields.map((field, index) => {
        const id = prefix && !field.isForm ? `${prefix}-${field.name}` : undefined;
        return (
          <li key={`${field.name} ${index}`} id={id} className="scroll-mt-28 py-3 target:bg-signal/5">
            <FieldHead field={field} id={id} />
            {field.fields.length > 0 ? <Below field={field} id={id} /> : null}
          </li>
        );
      })}
    </ul>
  );
}

function FieldHead({ field, id }: { field: Field; id: string | undefined }) {
  const { name, type, required, deprecated, description, notes, isForm } = field;
  return (
    <>
      <p className="group/field flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <code className="font-mono text-sm font-medium wrap-anywhere">{name}</code>
        {isForm ? null : <span className="font-mono text-xs wrap-anywhere text-muted">{type}</span>}
        {id ? (
          <a
            href={`#${id}`}
            aria-label={`Link to ${name}`}
            className="order-last rounded-control px-1 text-muted opacity-0 group-hover/field:opacity-100 hover:text-ink focus-visible:opacity-100"
          >
            #
          </a>
        ) : null}
        {required ? <Badge tone="signal">required</Badge> : null}
        {deprecated ? <Badge tone="warn">deprecated</Badge> : null}
      </p>
      {description === '' ? null : (
        <p className="mt-1 max-w-prose">
          <Inline text={description} />
        </p>
      )}
      {notes.length > 0 ? (
        <p className="mt-1 max-w-prose text-sm text-muted">
          <Inline text={sentence(notes)} />
        </p>
      ) : null}
    </>
  );
}

function Below({ field: { name, fields }, id }: { field: Field; id: string | undefined }) {
  const forms = fields.every(({ isForm }) => isForm);
  const what = `${fields.length} ${forms ? 'form' : 'member'}${fields.length === 1 ? '' : 's'}`;
  return (
    <details open={fields.length < FEW && fields.every((one) => one.fields.length === 0)} className="group/fold mt-2">
      <summary className="flex w-fit cursor-pointer items-center gap-1 rounded-control py-1 text-sm text-muted hover:text-ink">
        <ChevronRight aria-hidden className="transition-transform group-open/fold:rotate-90" />
        {what}
        <span className="sr-only"> of {name}</span>
      </summary>
      <div className="mt-1 border-l border-line pl-4">
        <FieldList fields={fields} prefix={id} />
      </div>
    </details>
  );
}

/** Joins phrases into one sentence, with a capital letter and a period. */
function sentence(phrases: readonly string[]): string {
  const text = phrases.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
