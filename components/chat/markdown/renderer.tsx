'use client';

import { memo, useId, useMemo, useState } from 'react';
import remarkMath from 'remark-math';
import { defaultRemarkPlugins, Streamdown, type UrlTransform } from 'streamdown';
import { CodeBox } from './code-box';
import { ELEMENTS } from './elements';
import { safeLink } from './links';
import { withMathMarks } from './math-marks';
import { growParts, NO_PARTS, partsOf, type Part } from './settled-parts';

/** What is read of the parsed Markdown. */
type MarkdownNode = { type: string; value?: string; children?: MarkdownNode[] };

const LINE_BREAK = /^<br\s*\/?>$/i;

/** The one tag that models cannot do without (line breaks in table cells). All other HTML is shown as the text it is. */
function lineBreaks() {
  return breakBelow;
}

function breakBelow(node: MarkdownNode): void {
  if (node.type === 'html' && LINE_BREAK.test(node.value ?? '')) node.type = 'break';
  node.children?.forEach(breakBelow);
}

/** Text between single dollars may be prices: `withMathMarks` distinguishes formulas from them. */
const MATHEMATICS: [typeof remarkMath, { singleDollarTextMath: boolean }] = [
  remarkMath,
  { singleDollarTextMath: false },
];

// Outside the component: finished blocks are only drawn once, as long as these stay the same things.
const BEFORE_HTML = [...Object.values(defaultRemarkPlugins), MATHEMATICS, lineBreaks];
/** Without a plugin that parses it, raw HTML becomes text. */
const NO_HTML: [] = [];
const ALLOWED = Object.keys(ELEMENTS);
/** Fragments lead to footnotes; `ELEMENTS` makes no link of others. */
const onlySafe: UrlTransform = (url) => (url.startsWith('#') ? url : safeLink(url)?.href);
const NO_LINK_DIALOG = { enabled: false };

/** A link's address or a footnote that stands apart from where it is named: only the whole text leads from one to the other. */
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:/m;

/**
 * Markdown of an answer as elements. What may come out is the list of `ELEMENTS`; nothing is ever loaded from elsewhere.
 * Finished parts of a long answer are not parsed again while the rest grows, and the code of a long fence never is.
 * @param growing closes what a half answer left open, e.g. bold text
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
    // Parts never move: their number is their key.
    if (part.kind === 'markdown') return <Markdown key={at} text={part.text} growing={isGrowing} settled={isSettled} />;
    return (
      <div key={at} className="answer of-code" data-growing={isGrowing} data-settled={isSettled}>
        <CodeBox code={part.code} language={part.language} />
      </div>
    );
  });
}

/** Between two fences there may be nothing. */
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
  // Footnotes of several answers have the same names.
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
