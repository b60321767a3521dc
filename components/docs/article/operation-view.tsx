import { Badge } from '@/components/ui/show/badge';
import { CodeBlock } from '@/components/ui/show/code-block';
import type { Operation } from '@/lib/openapi/contract';
import { colorCode } from '../code/color-code';
import { colorRequests, languageOf } from '../code/color-samples';
import { ResponseSection } from './response-section';
import { FieldList } from './field-list';
import { Heading } from './heading';
import { MethodBadge } from './method-badge';
import { Inline } from './inline';
import { RequestPanel } from '../try/request-panel';

/** One endpoint: its request and response on the left, samples and a try-it form on the right, stacked on phones. */
export async function OperationView({
  operation,
  origin,
  signedIn,
}: {
  operation: Operation;
  origin: string;
  signedIn: boolean;
}) {
  const { id, method, path, requests, needsCaller, paid, answer } = operation;
  const [colored, example] = await Promise.all([
    colorRequests(requests, origin),
    answer ? colorCode(answer.example, languageOf(answer.example)) : undefined,
  ]);
  return (
    <div className="grid grid-cols-1 items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,32rem)]">
      <Summary operation={operation} />
      <section
        aria-label="Samples"
        className="flex min-w-0 flex-col gap-6 xl:sticky xl:top-28 xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:max-h-[calc(100dvh-8rem)] xl:overflow-y-auto"
      >
        {requests.length > 0 ? (
          <RequestPanel
            requests={requests}
            colored={colored}
            origin={origin}
            endpoint={{ slug: id, method, path, paid, signedIn: signedIn || !needsCaller }}
          />
        ) : null}
        {answer ? (
          <div className="flex flex-col gap-2">
            <p className="text-sm font-medium">Response</p>
            <CodeBlock
              code={answer.example}
              lines={example}
              label="example response"
              className="max-h-96 overflow-y-auto rounded-panel border border-line"
            />
          </div>
        ) : null}
      </section>
      <div className="flex min-w-0 flex-col gap-10">
        <RequestSection operation={operation} />
        <ResponseSection operation={operation} />
      </div>
    </div>
  );
}

function Summary({ operation: { method, path, retired, credential, paid } }: { operation: Operation }) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="flex items-center gap-3 rounded-panel border border-line bg-surface px-4 py-3">
        <MethodBadge method={method} className="text-sm font-medium" />
        <code className="min-w-0 font-mono text-sm wrap-anywhere">/api/v1{path}</code>
      </p>
      <p className="flex flex-wrap items-center gap-2 text-muted">
        {retired ? <Badge tone="warn">retired</Badge> : null}
        <span>
          Credential: <Inline text={credential} />
        </span>
        {paid ? <Badge tone="ink">uses your credit</Badge> : null}
      </p>
    </div>
  );
}

function RequestSection({ operation: { parameters, body } }: { operation: Operation }) {
  return (
    <>
      {parameters.map(({ title, fields }) => (
        <section key={title} aria-labelledby={title.toLowerCase()} className="flex flex-col gap-3">
          <Heading id={title.toLowerCase()}>{title}</Heading>
          <FieldList fields={fields} prefix={title.toLowerCase()} />
        </section>
      ))}
      {body ? (
        <section aria-labelledby="body" className="flex flex-col gap-3">
          <Heading id="body">Body</Heading>
          <FieldList fields={body} prefix="body" />
        </section>
      ) : null}
    </>
  );
}
