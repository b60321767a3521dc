'use client';

import { memo, useId, useMemo, useState } from 'react';
import remarkMath from 'remark-math';
import { defaultRemarkPlugins, Streamdown, type UrlTransform } from 'streamdown';
import { CodeBox } from './code-box';
import { ELEMENTS } from './elements';
import { GrowingContext } from './growing-context';
import { safeLink } from './links';
import { withMathMarks } from './math-marks';
import { growParts, NO_PARTS, partsOf, type Part } from './settled-parts';

/** The fields of parsed Markdown that are used here. */
type MarkdownNode = { type: string; value?: string; children?: MarkdownNode[] };

const LINE_BREAK = /^<br\s*\/?>$/i;

/** The only HTML tag that models need (line breaks in table cells). All other HTML is shown as text. */
function lineBreaks() {
  return breakBelow;
}

function breakBelow(node: MarkdownNode): void {
  if (node.type === 'html' && LINE_BREAK.test(node.value ?? '')) node.type = 'break';
  node.children?.forEach(breakBelow);
}

/** Text between single dollar signs may be prices: `withMathMarks` tells them from formulas. */
const MATHEMATICS: [typeof remarkMath, { singleDollarTextMath: boolean }] = [
  remarkMath,
  { singleDollarTextMath: false },
];

// Outside the component: finished blocks render only once as long as these keep their identity.
const BEFORE_HTML = [...Object.values(defaultRemarkPlugins), MATHEMATICS, lineBreaks];
/** Without a plugin that parses it, raw HTML is shown as text. */
const NO_HTML: [] = [];
const ALLOWED = Object.keys(ELEMENTS);
/** Fragments lead to footnotes; `ELEMENTS` makes no other links out of them. */
const onlySafe: UrlTransform = (url) => (url.startsWith('#') ? url : safeLink(url)?.href);
const NO_LINK_DIALOG = { enabled: false };

/** A link or footnote definition, which may be far from its reference: only the whole text connects them. */
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:/m;

/**
 * Renders an answer's Markdown. Only the elements in `ELEMENTS` can result, and nothing is ever loaded from elsewhere.
 * Finished parts of a long answer are not parsed again while the rest grows, and the code of a long fence never is.
 * @param growing closes syntax that is still open, e.g. bold text
 */
export default function Renderer({ text, growing }: { text: string; growing: boolean }) {
  const [known, setKnown] = useState(NO_PARTS);
  const grown = growParts(known, text);
  if (grown !== known) setKnown(grown);
  const parts = partsOf(grown);
  const isWhole = !growing && parts.some((part) => part.kind === 'markdown' && DEFINITION.test(part.text));
  const shown: Part[] = isWhole ? [{ kind: 'markdown', text }] : parts;
  const last = shown.findLastIndex(isSeen);
  return shown.map((part, at) => {
    if (!isSeen(part)) return null;
    const isGrowing = growing && at === last;
    const isSettled = at < last;
    // Parts never move, so the index is a stable key.
    return (
      <GrowingContext key={at} value={isGrowing}>
        {part.kind === 'markdown' ? (
          <Markdown text={part.text} growing={isGrowing} settled={isSettled} />
        ) : (
          <div className="answer of-code" data-growing={isGrowing} data-settled={isSettled}>
            <CodeBox code={part.code} language={part.language} />
          </div>
        )}
      </GrowingContext>
    );
  });
}

/** The part between two fences may be empty. */
const isSeen = (part: Part) => part.kind === 'code' || part.text.trim() !== '';

const Markdown = memo(function Markdown({
  text,
  growing,
  settled,
}: {
  text: string;
  growing: boolean;
  settled: boolean;
}) {
  // Footnotes of different answers have the same names.
  const id = useId();
  const toHtml = useMemo(() => ({ clobberPrefix: `${id}-` }), [id]);
  return (
    <Streamdown
      parseIncompleteMarkdown={growing}
      components={ELEMENTS}
      allowedElements={ALLOWED}
      unwrapDisallowed
      urlTransform={onlySafe}
      remarkPlugins={BEFORE_HTML}
      rehypePlugins={NO_HTML}
      remarkRehypeOptions={toHtml}
      linkSafety={NO_LINK_DIALOG}
      controls={false}
      className="answer"
      data-growing={growing}
      data-settled={settled}
    >
      {withMathMarks(text)}
    </Streamdown>
  );
});
