import { Badge } from '@/components/ui/show/badge';
import type { Column } from '@/components/ui/show/table/column';
import { DataTable } from '@/components/ui/show/table/data-table';
import type { ConnectedModelView } from '@/lib/connected/contract';

/** The models of connected providers, with what they cost and who answers. */
export function ConnectedModels({ models, onOpen }: { models: ConnectedModelView[]; onOpen: (key: string) => void }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-base font-semibold">Models</h2>
      <DataTable
        label="Models of connected providers"
        columns={columnsOf(onOpen)}
        rows={models}
        rowKey={({ key }) => key}
        onRowClick={({ key }) => onOpen(key)}
      />
    </section>
  );
}

const columnsOf = (onOpen: (key: string) => void): Column<ConnectedModelView>[] => [
  {
    head: 'Model',
    cellClassName: 'w-full max-w-0 min-w-40',
    cell: (model) => <Name model={model} onOpen={() => onOpen(model.key)} />,
  },
  {
    head: 'Input, per million',
    figures: true,
    className: 'hidden sm:table-cell',
    cell: ({ price }) => `$${price.input}`,
  },
  {
    head: 'Output, per million',
    figures: true,
    className: 'hidden sm:table-cell',
    cell: ({ price }) => `$${price.output}`,
  },
  { head: 'Class', className: 'hidden md:table-cell', cell: ({ class: size }) => size },
  {
    head: 'Answered by',
    className: 'hidden md:table-cell',
    cellClassName: 'text-muted',
    cell: ({ upstreams }) => upstreams.map(({ provider }) => provider).join(', then '),
  },
];

function Name({ model, onOpen }: { model: ConnectedModelView; onOpen: () => void }) {
  const { id, name, price, isDefault, problem, upstreams } = model;
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <button
          type="button"
          aria-haspopup="dialog"
          title={id}
          onClick={onOpen}
          className="max-w-full min-w-0 truncate rounded-control text-left font-medium pointer-coarse:min-h-touch"
        >
          {id}
        </button>
        {name === id ? null : <span className="max-w-48 truncate text-sm text-muted">{name}</span>}
        {isDefault ? <Badge tone="ink">Default</Badge> : null}
        {problem === null ? null : <Badge tone="warn">Not served</Badge>}
      </span>
      <span className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-muted md:hidden">
        <span className="figure-text sm:hidden">
          ${price.input} / ${price.output}
        </span>
        <span>{upstreams.map(({ provider }) => provider).join(', then ')}</span>
      </span>
      {problem === null ? null : <span className="mt-0.5 block text-sm wrap-anywhere text-warn">{problem}</span>}
    </>
  );
}
