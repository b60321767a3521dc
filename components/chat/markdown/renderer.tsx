'use client';

import { memo, useState } from 'react';
import remarkMath from 'remark-math';
import { defaultRemarkPlugins, Streamdown, type UrlTransform } from 'streamdown';
import { ELEMENTS } from './elements';
import { safeLink } from './links';
import { withMathMarks } from './math-marks';
import { growParts, NO_PARTS, textsOf } from './settled-parts';

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

/** Between single dollars stand prices: `withMathMarks` tells formulas from them. */
const MATHEMATICS: [typeof remarkMath, { singleDollarTextMath: boolean }] = [
  remarkMath,
  { singleDollarTextMath: false },
];

// Outside the component: finished blocks are only drawn once, as long as these stay the same things.
const BEFORE_HTML = [...Object.values(defaultRemarkPlugins), MATHEMATICS, lineBreaks];
/** Without a plugin that parses it, raw HTML becomes text. */
const NO_HTML: [] = [];
const ALLOWED = Object.keys(ELEMENTS);
const onlySafe: UrlTransform = (url) => safeLink(url)?.href;
const NO_LINK_DIALOG = { enabled: false };

/**
 * Markdown of an answer as elements. What may come out is the list of `ELEMENTS`; nothing is ever loaded from elsewhere.
 * Finished parts of a long answer are not parsed again while the rest grows.
 * @param growing closes what a half answer left open, e.g. bold text
 */
export default function Renderer({ text, growing }: { text: string; growing: boolean }) {
  const [known, setKnown] = useState(NO_PARTS);
  const parts = growParts(known, text);
  if (parts !== known) setKnown(parts);
  const texts = textsOf(parts);
  // Parts never move: their number is their key.
  return texts.map((part, at) => <Part key={at} text={part} growing={growing && at === texts.length - 1} />);
}

const Part = memo(function Part({ text, growing }: { text: string; growing: boolean }) {
  return (
    <Streamdown
      parseIncompleteMarkdown={growing}
      components={ELEMENTS}
      allowedElements={ALLOWED}
      unwrapDisallowed
      urlTransform={onlySafe}
      remarkPlugins={BEFORE_HTML}
      rehypePlugins={NO_HTML}
      linkSafety={NO_LINK_DIALOG}
      controls={false}
      className="answer"
      data-growing={growing}
    >
      {withMathMarks(text)}
    </Streamdown>
  );
});
