'use client';

import { CodeBox } from '../../markdown/code-box';
import { prettyJson } from './pretty-json';

/** Structured output: indented once it is complete, with a copy button. */
export function JsonAnswer({ text, growing }: { text: string; growing: boolean }) {
  const pretty = growing ? null : prettyJson(text);
  return (
    <>
      <CodeBox code={pretty ?? text} language="json" />
      {growing || pretty !== null ? null : (
        <p className="text-sm text-warn">
          This is not valid JSON: the answer was cut off, or did not follow the schema.
        </p>
      )}
    </>
  );
}
