import type { ToolResult } from '@/lib/client/chat/types';
import { CodeBox } from '../../markdown/code-box';
import { prettyJson } from './pretty-json';
import { labelOf } from './results-form';

/** The tool results that the user entered. */
export function SentResults({ results }: { results: readonly ToolResult[] }) {
  return (
    <ul aria-label="Results" className="w-full max-w-[85%]">
      {results.map(({ callId, text }, at) => (
        <li key={callId} className="[&>figure]:mt-0 [&>figure]:mb-2">
          <CodeBox
            code={prettyJson(text) ?? (text === '' ? 'nothing' : text)}
            language="json"
            label={labelOf(results, at)}
          />
        </li>
      ))}
    </ul>
  );
}
